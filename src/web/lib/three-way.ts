/** What of a record is changed as one: a field, or some that make sense only together. */
export interface Part<V> {
  readonly label: string;
  readonly fields: readonly (keyof V)[];
}

interface Versions<V> {
  /** The record as it was opened. */
  readonly base: V;
  /** As it was typed. */
  readonly mine: V;
  /** As somebody else has saved it meanwhile. */
  readonly theirs: V;
}

/** How two changes of one record come together. */
export interface Merge<V, P extends Part<V> = Part<V>> extends Versions<V> {
  /** What only they touched is theirs, what only I touched is mine, and so is, until somebody chooses, what both did. */
  readonly values: V;
  /** The parts that only they changed. */
  readonly taken: readonly P[];
  /** The parts that both of us changed, and not alike. */
  readonly clashes: readonly P[];
}

const sameContent = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function mergeThreeWays<V extends object, P extends Part<V>>(
  parts: readonly P[],
  { base, mine, theirs }: Versions<V>,
): Merge<V, P> {
  const differ = (part: P, a: V, b: V) => !isSamePart(part, a, b);
  const taken = parts.filter((part) => differ(part, theirs, mine) && !differ(part, mine, base));
  const clashes = parts.filter((part) => differ(part, theirs, mine) && differ(part, mine, base) && differ(part, theirs, base));
  return { base, mine, theirs, values: withParts(mine, theirs, taken), taken, clashes };
}

export const isSamePart = <V>({ fields }: Part<V>, a: V, b: V): boolean =>
  fields.every((field) => sameContent(a[field], b[field]));

/** `values` with some parts as they are in `other`. */
export const withParts = <V extends object>(values: V, other: V, parts: readonly Part<V>[]): V => ({
  ...values,
  ...Object.fromEntries(parts.flatMap(({ fields }) => fields.map((field) => [field, other[field]]))),
});
