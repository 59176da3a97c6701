import type { AnimalStatus, Sex, Species } from '../records/animals.ts';
import { addDays, type CalendarDate, daysBetween } from '../values/dates.ts';
import { isDuring, isRecordOfStay, type Stay } from './exposures.ts';
import { compareText } from '../values/text.ts';

/** Days from a heat to the next one (LSU AgCenter). */
const cycleDays: Readonly<Record<Species, { readonly from: number; readonly to: number }>> = {
  sheep: { from: 15, to: 19 },
  goat: { from: 18, to: 24 },
};

/** How many days before a heat is expected the female is listed. */
const daysAhead = 7;

interface Female {
  readonly id: string;
  readonly sex: Sex;
  readonly species: Species;
  readonly status: AnimalStatus;
}

interface Mating {
  readonly motherId: string;
  readonly fatherId: string;
  readonly breedingDate: CalendarDate;
}

interface ReproductionEvent {
  readonly kind: 'heat' | 'birth' | 'abortion' | 'pregnancyCheck';
  readonly animalId: string;
  readonly day: CalendarDate;
  readonly colour?: string | null;
  readonly sireId?: string | null;
}

export interface ReturnWatch {
  readonly animalId: string;
  /** The last day on which she was mated or seen in heat. */
  readonly since: CalendarDate;
  /** Whether she was mated then, so that she is probably pregnant if no heat follows. */
  readonly isMated: boolean;
  /** The first and the last day on which she would be in heat again. */
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  /** How often she has come back in heat. */
  readonly returns: number;
}

interface Known {
  readonly animals: readonly Female[];
  readonly matings: readonly Mating[];
  readonly stays: readonly Stay[];
  readonly events: readonly ReproductionEvent[];
}

/** The number of heats on these days: marks that are a few days apart belong to one. */
export function cyclesOf(days: readonly CalendarDate[], species: Species): number {
  let last: CalendarDate | undefined;
  let cycles = 0;
  for (const day of days.toSorted()) {
    if (last === undefined || daysBetween(last, day) >= cycleDays[species].from - 2) cycles += 1;
    last = day;
  }
  return cycles;
}

/**
 * The females whose return to heat is expected now or within a week, sorted by day. The day on which a male came in is not an observed
 * mating. A later birth, loss or check ends the watch.
 */
export function returnWatches({ animals, matings, stays, events }: Known, today: CalendarDate): ReturnWatch[] {
  const eventsOf = Map.groupBy(events, ({ animalId }) => animalId);
  const matingsOf = Map.groupBy(matings, ({ motherId }) => motherId);
  const staysWith = Map.groupBy(stays, ({ femaleId }) => femaleId);
  return animals
    .filter(({ id, sex, status }) => sex === 'female' && status === 'active' && (eventsOf.has(id) || matingsOf.has(id)))
    .flatMap(({ id: animalId, species }) => {
      const own = (eventsOf.get(animalId) ?? []).filter(({ day }) => day <= today);
      const withMales = staysWith.get(animalId) ?? [];
      const ended = own.flatMap(({ kind, day }) => (kind === 'heat' ? [] : day)).reduce((a, b) => (a > b ? a : b), '');
      const seen = [
        ...own.flatMap(({ kind, day, colour, sireId }) => {
          const isMated = Boolean(colour ?? sireId) || withMales.some((stay) => isDuring(stay, day));
          return kind === 'heat' ? [{ day, isMated }] : [];
        }),
        ...(matingsOf.get(animalId) ?? [])
          .filter((mating) => mating.breedingDate <= today && !withMales.some((stay) => isRecordOfStay(mating, stay)))
          .map(({ breedingDate }) => ({ day: breedingDate, isMated: true })),
      ]
        .filter(({ day }) => day >= ended)
        .toSorted((a, b) => (a.day < b.day ? -1 : 1));
      const last = seen.at(-1);
      if (!last) return [];
      const [from, to] = [addDays(last.day, cycleDays[species].from), addDays(last.day, cycleDays[species].to)];
      if (to < today || from > addDays(today, daysAhead)) return [];
      const returns =
        cyclesOf(
          seen.map(({ day }) => day),
          species,
        ) - 1;
      return [{ animalId, since: last.day, isMated: last.isMated, from, to, returns }];
    })
    .toSorted((a, b) => compareText(a.from, b.from) || compareText(a.animalId, b.animalId));
}
