import type { AnimalStatus } from '../records/animals.ts';
import { type BreedingOutcome, breedingOutcomes, isPlanned } from '../records/breeding.ts';
import type { Pregnancy } from './due-births.ts';
import { addDays, type CalendarDate } from '../values/dates.ts';

interface Mating {
  readonly id: string;
  readonly fatherId: string;
}

export interface BirthOf {
  /** The breeding record that the person has chosen. */
  readonly id: string | null;
  readonly damId: string;
  readonly sireId: string | null;
  readonly day: CalendarDate;
}

/** Possible days from mating to birth: 142 to 155 are normal, and matings are not always observed (NMSU, Merck). */
const [minGestation, maxGestation] = [135, 165];

export const possibleMatingDays = (birth: CalendarDate): { readonly from: CalendarDate; readonly to: CalendarDate } => ({
  from: addDays(birth, -maxGestation),
  to: addDays(birth, -minGestation),
});

interface BreedingRecord extends Mating {
  readonly motherId: string;
  readonly breedingDate: CalendarDate;
  readonly outcome: BreedingOutcome;
}

/** Whether the birth may be from the mating. A mating that the person has chosen only has to be before the birth. */
export function isPossibleMating({ id, motherId, fatherId, breedingDate, outcome }: BreedingRecord, birth: BirthOf): boolean {
  const { from, to } = possibleMatingDays(birth.day);
  const isAsked =
    birth.id === null
      ? outcome === 'pending' && breedingDate >= from && breedingDate <= to
      : id === birth.id && breedingDate <= birth.day;
  return isAsked && motherId === birth.damId && (birth.sireId === null || fatherId === birth.sireId);
}

/** The person has stated that the sire is unknown, so no sire or mating is inferred. */
export const isSireUnknown = (birth: { readonly sireId: string | null; readonly sireCertainty: string | null }): boolean =>
  birth.sireId === null && birth.sireCertainty === 'unsure';

/** The newest of the possible matings; undefined if there is none, or several by different sires. */
export const matingOf = <M extends Pick<Mating, 'fatherId'>>(newestFirst: readonly M[]): M | undefined =>
  new Set(newestFirst.map(({ fatherId }) => fatherId)).size === 1 ? newestFirst[0] : undefined;

/** Her expected birth by each mating that it may be from; null of the others. */
export function pregnancyFinder(expected: readonly Pregnancy[]) {
  const byDam = new Map(expected.map((pregnancy) => [pregnancy.damId, pregnancy]));
  return ({ id, motherId, breedingDate }: Pick<BreedingRecord, 'id' | 'motherId' | 'breedingDate'>): Pregnancy | null => {
    const found = byDam.get(motherId);
    const isOfDay = found && breedingDate >= found.bredOn && breedingDate <= (found.bredUntil ?? found.bredOn);
    return isOfDay || found?.matingId === id ? found : null;
  };
}

export const matingStates = [...breedingOutcomes, 'ended'] as const;
export type MatingState = (typeof matingStates)[number];

export const stateLabels: Readonly<Record<MatingState, string>> = {
  pending: 'Pending',
  successful: 'Successful',
  unsuccessful: 'Unsuccessful',
  ended: 'No birth expected',
};

/**
 * A birth in the record makes it successful. Another birth, a loss, an open check, time, or a dam that left ends what was pending: no birth
 * is expected from it any more. The stored outcome stays as it is. `expected`: her birth, null if none is expected from this mating,
 * undefined if that is not known.
 */
export function stateOfMating(
  { outcome, actualBirthDate, breedingDate }: Pick<BreedingRecord, 'outcome' | 'breedingDate'> & HasBirthDay,
  dam: { readonly status: AnimalStatus } | undefined,
  expected: object | null | undefined,
  today: CalendarDate,
): MatingState {
  if (outcome !== 'pending') return outcome;
  if (actualBirthDate !== null) return 'successful';
  const isOver = (dam && dam.status !== 'active') || (expected === null && !isPlanned(breedingDate, today));
  return isOver ? 'ended' : 'pending';
}

interface HasBirthDay {
  readonly actualBirthDate: CalendarDate | null;
}
