export interface MergeField<V> {
  readonly label: string;
  readonly fields: readonly (keyof V)[];
}

interface Versions<V> {
  readonly base: V;
  readonly mine: V;
  readonly theirs: V;
}

export interface Merge<V, P extends MergeField<V> = MergeField<V>> extends Versions<V> {
  /** Where both sides changed a field, the values are mine until the person chooses. */
  readonly values: V;
  /** Fields that only they changed. */
  readonly fromTheirs: readonly P[];
  /** Fields that both changed to different values. */
  readonly conflicts: readonly P[];
}

/** Fields without a value are '' or null. */
export const sameContent = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? '') === JSON.stringify(b ?? '');

export function mergeThreeWays<V extends object, P extends MergeField<V>>(
  mergeFields: readonly P[],
  { base, mine, theirs }: Versions<V>,
): Merge<V, P> {
  const differ = (field: P, a: V, b: V) => !isSameMergeField(field, a, b);
  const fromTheirs = mergeFields.filter((field) => differ(field, theirs, mine) && !differ(field, mine, base));
  const conflicts = mergeFields.filter(
    (field) => differ(field, theirs, mine) && differ(field, mine, base) && differ(field, theirs, base),
  );
  return { base, mine, theirs, values: withMergeFields(mine, theirs, fromTheirs), fromTheirs, conflicts };
}

export const isSameMergeField = <V>({ fields }: MergeField<V>, a: V, b: V): boolean =>
  fields.every((field) => sameContent(a[field], b[field]));

export const withMergeFields = <V extends object>(values: V, other: V, mergeFields: readonly MergeField<V>[]): V => ({
  ...values,
  ...Object.fromEntries(mergeFields.flatMap(({ fields }) => fields.map((field) => [field, other[field]]))),
});
