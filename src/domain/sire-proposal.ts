import type { BreedingOutcome } from './breeding.ts';
import type { CalendarDate } from './dates.ts';
import { mayBeOf, standsFor, type Stay } from './exposures.ts';
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
  /** The newest mating with him of which the birth may be, or the day on which she came to him. */
  readonly bredOn: CalendarDate;
  /** The last day of her stay with him, null if it goes on; undefined: she was mated on one day. */
  readonly bredUntil?: CalendarDate | null;
  /** The breeding record that stands for her stay with him. */
  readonly matingId?: string | undefined;
}

interface BirthOfDam {
  readonly damId: string;
  readonly day: CalendarDate;
}

/** The males of whom a birth may be, the last one first. One is proposed; of several, none is. */
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
  for (const stay of own.filter((each) => mayBeOf(each, day))) {
    for (const sireId of stay.maleIds) {
      const record = matings.find((mating) => standsFor(mating, stay));
      add({ sireId, bredOn: stay.from, bredUntil: stay.to, matingId: record?.outcome === 'pending' ? record.id : undefined });
    }
  }
  for (const mating of matings) {
    if (own.some((stay) => standsFor(mating, stay))) continue;
    if (isPossibleMating(mating, { id: null, damId, sireId: null, day }))
      add({ sireId: mating.fatherId, bredOn: mating.breedingDate });
  }
  return [...sires.values()].toSorted((a, b) =>
    a.bredOn < b.bredOn ? 1 : a.bredOn > b.bredOn ? -1 : a.sireId < b.sireId ? -1 : 1,
  );
}
