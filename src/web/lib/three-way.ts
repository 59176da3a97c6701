/** What of a record is changed as one: a field, or some that make sense only together. */
export interface Part<V> {
  readonly label: string;
  readonly fields: readonly (keyof V)[];
}

/** How two changes of one record come together. */
export interface Merge<V> {
  /** What only they touched is theirs, what only I touched is mine, and so is, until somebody chooses, what both did. */
  readonly values: V;
  /** The parts that only they changed. */
  readonly taken: readonly Part<V>[];
  /** The parts that both of us changed, and not alike. */
  readonly clashes: readonly Part<V>[];
}

const sameContent = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** `base` is the record as it was opened, `mine` as it was typed, `theirs` as somebody else has saved it meanwhile. */
export function mergeThreeWays<V extends object>(
  parts: readonly Part<V>[],
  { base, mine, theirs }: { readonly base: V; readonly mine: V; readonly theirs: V },
  isSame: (a: V[keyof V], b: V[keyof V]) => boolean = sameContent,
): Merge<V> {
  const differ = ({ fields }: Part<V>, a: V, b: V) => fields.some((field) => !isSame(a[field], b[field]));
  const taken = parts.filter((part) => differ(part, theirs, mine) && !differ(part, mine, base));
  const clashes = parts.filter((part) => differ(part, theirs, mine) && differ(part, mine, base) && differ(part, theirs, base));
  return { values: withParts(mine, theirs, taken), taken, clashes };
}

/** `values` with some parts as they are in `other`. */
export const withParts = <V extends object>(values: V, other: V, parts: readonly Part<V>[]): V => ({
  ...values,
  ...Object.fromEntries(parts.flatMap(({ fields }) => fields.map((field) => [field, other[field]]))),
});
