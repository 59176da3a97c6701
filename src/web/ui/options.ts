export interface Option<V extends string = string> {
  readonly value: V;
  readonly label: string;
}

/** An option for each label, in their order. */
export const optionsOf = <V extends string>(labels: Readonly<Record<V, string>>): Option<V>[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label })) as Option<V>[];
