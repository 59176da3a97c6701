import type { BreedingOutcome } from './breeding.ts';
import type { CalendarDate } from './dates.ts';
import { isPossibleMating } from './matings.ts';

interface Mating {
  readonly id: string;
  readonly motherId: string;
  readonly fatherId: string;
  readonly breedingDate: CalendarDate;
  readonly outcome: BreedingOutcome;
}

export interface PossibleSire {
  readonly sireId: string;
  /** The newest mating with him of which the birth may be. */
  readonly bredOn: CalendarDate;
}

/** The males of whose matings a birth on this day may be, the last one first. One is proposed; of several, none is. */
export function possibleSires(matings: readonly Mating[], damId: string, day: CalendarDate): PossibleSire[] {
  const sires = new Map<string, CalendarDate>();
  for (const { fatherId, breedingDate } of matings.filter((mating) =>
    isPossibleMating(mating, { id: null, damId, sireId: null, day }),
  )) {
    if (breedingDate > (sires.get(fatherId) ?? '')) sires.set(fatherId, breedingDate);
  }
  return [...sires]
    .map(([sireId, bredOn]) => ({ sireId, bredOn }))
    .toSorted((a, b) => (a.bredOn < b.bredOn ? 1 : a.bredOn > b.bredOn ? -1 : a.sireId < b.sireId ? -1 : 1));
}
