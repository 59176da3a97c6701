import type { BreedingOutcome } from './breeding.ts';
import { addDays, type CalendarDate } from './dates.ts';

interface Mating {
  readonly id: string;
  readonly fatherId: string;
}

export interface BirthOf {
  /** The breeding record that the person names. */
  readonly id: string | null;
  readonly damId: string;
  readonly sireId: string | null;
  readonly day: CalendarDate;
}

/** Days from mating to birth that are possible: 142 to 155 are normal, and the day of mating is not always seen (NMSU, Merck). */
const [leastGestation, mostGestation] = [135, 165];

export const possibleMatingDays = (birth: CalendarDate): { readonly from: CalendarDate; readonly to: CalendarDate } => ({
  from: addDays(birth, -mostGestation),
  to: addDays(birth, -leastGestation),
});

interface BreedingRecord extends Mating {
  readonly motherId: string;
  readonly breedingDate: CalendarDate;
  readonly outcome: BreedingOutcome;
}

/** Whether a birth may be from the mating; one that the person names has only to be no later than the birth. */
export function isPossibleMating({ id, motherId, fatherId, breedingDate, outcome }: BreedingRecord, birth: BirthOf): boolean {
  const { from, to } = possibleMatingDays(birth.day);
  const isAsked =
    birth.id === null
      ? outcome === 'pending' && breedingDate >= from && breedingDate <= to
      : id === birth.id && breedingDate <= birth.day;
  return isAsked && motherId === birth.damId && (birth.sireId === null || fatherId === birth.sireId);
}

/** The person says that the sire is not known: neither he nor a mating is taken for likely. */
export const isSireUnknown = (birth: { readonly sireId: string | null; readonly sireCertainty: string | null }): boolean =>
  birth.sireId === null && birth.sireCertainty === 'unsure';

/** The newest of the possible matings; undefined if there is none, or several by different sires. */
export const matingOf = <M extends Mating>(newestFirst: readonly M[]): M | undefined =>
  new Set(newestFirst.map(({ fatherId }) => fatherId)).size === 1 ? newestFirst[0] : undefined;
