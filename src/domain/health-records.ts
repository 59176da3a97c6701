/** Longest note of a health record, in characters as people count them. */
export const maxHealthNotes = 255;

/** The heaviest weight that is not a typing mistake, in pounds. */
export const maxWeightLbs = 1500;

export interface CheckupExtras {
  readonly cdnt: boolean;
  readonly hoofsTrimmed: boolean;
  readonly dewormed: boolean;
}

/** 'CD&T' is the clostridium perfringens C and D and tetanus vaccination. */
export const extraLabels: Readonly<Record<keyof CheckupExtras, string>> = {
  cdnt: 'CD&T',
  hoofsTrimmed: 'Hooves trimmed',
  dewormed: 'Dewormed',
};

/** The generated description: `'Health checkup - Weight: 120 lbs, CD&T, Dewormed'`. */
export function checkupDescription(weightLbs: number, extras: CheckupExtras): string {
  const chosen = (Object.keys(extraLabels) as (keyof CheckupExtras)[]).filter((extra) => extras[extra]);
  return [`Health checkup - Weight: ${weightLbs} lbs`, ...chosen.map((extra) => extraLabels[extra])].join(', ');
}

/** The weight inside a generated description; undefined where there is none. */
export function weightInDescription(description: string): number | undefined {
  const match = /\bWeight: (-?\d+(?:\.\d+)?) lbs/.exec(description);
  return match ? Number(match[1]) : undefined;
}
