export const printKinds = ['certificate', 'passport', 'stall', 'labels', 'births', 'register'] as const;
export type PrintKind = (typeof printKinds)[number];

export interface PapersSearch {
  readonly kind?: PrintKind;
  /** The id of an animal. */
  readonly of?: string;
}

export function parsePapersSearch({ kind, of }: Record<string, unknown>): PapersSearch {
  const known = printKinds.find((each) => each === kind);
  return { ...(known && { kind: known }), ...(typeof of === 'string' && { of }) };
}
