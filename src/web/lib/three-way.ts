/** Fields of a record that are merged as one: most often a single field. */
export interface MergeField<V> {
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
export interface Merge<V, P extends MergeField<V> = MergeField<V>> extends Versions<V> {
  /** What only they touched is theirs, what only I touched is mine, and so is, until somebody chooses, what both did. */
  readonly values: V;
  /** What only they changed. */
  readonly taken: readonly P[];
  /** What both changed, and not alike. */
  readonly clashes: readonly P[];
}

const sameContent = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function mergeThreeWays<V extends object, P extends MergeField<V>>(
  mergeFields: readonly P[],
  { base, mine, theirs }: Versions<V>,
): Merge<V, P> {
  const differ = (field: P, a: V, b: V) => !isSameMergeField(field, a, b);
  const taken = mergeFields.filter((field) => differ(field, theirs, mine) && !differ(field, mine, base));
  const clashes = mergeFields.filter(
    (field) => differ(field, theirs, mine) && differ(field, mine, base) && differ(field, theirs, base),
  );
  return { base, mine, theirs, values: withMergeFields(mine, theirs, taken), taken, clashes };
}

export const isSameMergeField = <V>({ fields }: MergeField<V>, a: V, b: V): boolean =>
  fields.every((field) => sameContent(a[field], b[field]));

/** `values` with some fields as they are in `other`. */
export const withMergeFields = <V extends object>(values: V, other: V, mergeFields: readonly MergeField<V>[]): V => ({
  ...values,
  ...Object.fromEntries(mergeFields.flatMap(({ fields }) => fields.map((field) => [field, other[field]]))),
});
