export const paperKinds = ['certificate', 'passport', 'stall', 'labels', 'births', 'register'] as const;
export type PaperKind = (typeof paperKinds)[number];

export interface PapersSearch {
  readonly kind?: PaperKind;
  /** The id of an animal. */
  readonly of?: string;
}

export function parsePapersSearch({ kind, of }: Record<string, unknown>): PapersSearch {
  const known = paperKinds.find((each) => each === kind);
  return { ...(known && { kind: known }), ...(typeof of === 'string' && { of }) };
}
