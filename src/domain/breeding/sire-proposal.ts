import type { BreedingOutcome } from '../records/breeding.ts';
import type { CalendarDate } from '../values/dates.ts';
import { isPossibleBirthOf, isRecordOfStay, type Stay } from './exposures.ts';
import { isPossibleMating } from './matings.ts';
import { compareText } from '../values/text.ts';

interface Mating {
  readonly id: string;
  readonly motherId: string;
  readonly fatherId: string;
  readonly breedingDate: CalendarDate;
  readonly outcome: BreedingOutcome;
}

export interface PossibleSire {
  readonly sireId: string;
  /** The day of the newest mating with him that fits the birth, or the day on which she came to him. */
  readonly bredOn: CalendarDate;
  /** The last day of her stay with him; null if it continues, undefined if she was mated on one day. */
  readonly bredUntil?: CalendarDate | null;
  /** The breeding record of her stay with him. */
  readonly matingId?: string | undefined;
}

interface BirthOfDam {
  readonly damId: string;
  readonly day: CalendarDate;
}

/** The possible sires of a birth, the latest first. A sire is proposed only if there is exactly one. */
export function possibleSires(
  matings: readonly Mating[],
  { damId, day }: BirthOfDam,
  stays: readonly Stay[] = [],
): PossibleSire[] {
  const own = stays.filter(({ femaleId, from }) => femaleId === damId && from <= day);
  const sires = new Map<string, PossibleSire>();
  const add = (sire: PossibleSire): void => {
    if (sire.bredOn > (sires.get(sire.sireId)?.bredOn ?? '')) sires.set(sire.sireId, sire);
  };
  for (const stay of own.filter((each) => isPossibleBirthOf(each, day))) {
    for (const sireId of stay.maleIds) {
      const record = matings.find((mating) => isRecordOfStay(mating, stay));
      add({ sireId, bredOn: stay.from, bredUntil: stay.to, matingId: record?.outcome === 'pending' ? record.id : undefined });
    }
  }
  for (const mating of matings) {
    if (own.some((stay) => isRecordOfStay(mating, stay))) continue;
    if (isPossibleMating(mating, { id: null, damId, sireId: null, day }))
      add({ sireId: mating.fatherId, bredOn: mating.breedingDate });
  }
  return [...sires.values()].toSorted((a, b) => compareText(b.bredOn, a.bredOn) || compareText(a.sireId, b.sireId));
}
