import { useQuery } from '@tanstack/react-query';
import type { Animal } from '#contract/animals.ts';
import { isHealthy } from '#domain/records/animals.ts';
import { earliestBirth, isBreedingMale } from '#domain/records/births.ts';
import { addMonths, type CalendarDate } from '#domain/values/dates.ts';
import { isForGood, leavingForGood } from '#domain/journal/departures.ts';
import { type EventOf, eventsQuery } from '#web/herd/data/events.queries.ts';
import type { HerdSummary } from './herd-summary.ts';

/** Null: not known. */
type Trend = number | null | undefined;

export interface Trends {
  readonly total?: Trend;
  readonly healthy?: Trend;
  readonly males?: Trend;
}

const kinds = [...leavingForGood, 'arrival', 'checkup'] as const;

export function useTrends(animals: readonly Animal[], summary: HerdSummary, today: CalendarDate): Trends {
  // The checkup before last month's is needed for animals that were looked at since.
  const { data: events } = useQuery({ ...eventsQuery({ kinds, from: addMonths(today, -13) }), enabled: animals.length > 0 });
  return events ? trendsOf(animals, events, summary, today) : {};
}

/**
 * Percent changes from the same day of last month, as far as the records tell what was then: which animals were on the farm, which males
 * were old enough, and the grade of each animal's last checkup. Nothing is recorded about when an animal was offered for sale.
 * There is nothing to compare with where animals older than a month were entered since, without the day on which they came.
 */
export function trendsOf(
  animals: readonly Animal[],
  events: readonly EventOf<(typeof kinds)[number]>[],
  summary: HerdSummary,
  today: CalendarDate,
): Trends {
  const then = addMonths(today, -1);
  const arrived = new Set(events.flatMap(({ kind, animalId }) => (kind === 'arrival' ? animalId : [])));
  const own = new Set(animals.map(({ id }) => id));
  const since = events.filter(({ day }) => day > then);
  const left = new Set(since.flatMap((event) => (isForGood(event) ? event.animalId : [])));
  const isOfMonth = ({ id, status }: Animal): boolean => status === 'active' || left.has(id);
  const isUnknown = (animal: Animal): boolean =>
    isOfMonth(animal) &&
    animal.createdAt.slice(0, 10) > then &&
    isBornBy(animal, then) &&
    !arrived.has(animal.id) &&
    !own.has(animal.motherId ?? '');
  if (animals.some(isUnknown)) return { total: null, healthy: null, males: null };
  const came = new Set(since.flatMap(({ kind, animalId }) => (kind === 'arrival' ? animalId : [])));
  const looked = new Set(since.flatMap(({ kind, animalId }) => (kind === 'checkup' ? animalId : [])));
  // Newest first, so that the first one found is the last of that time.
  const gradeThen = new Map<string, string>();
  for (const event of events)
    if (event.kind === 'checkup' && event.day <= then && !gradeThen.has(event.animalId))
      gradeThen.set(event.animalId, event.healthStatus);
  const before = animals.flatMap((animal): Animal[] => {
    const { id } = animal;
    if (!isBornBy(animal, then) || came.has(id) || !isOfMonth(animal)) return [];
    const healthStatus = looked.has(id) ? (gradeThen.get(id) ?? '3') : animal.healthStatus;
    return [{ ...animal, status: 'active', healthStatus: healthStatus as Animal['healthStatus'] }];
  });
  return {
    total: change(before.length, summary.total),
    healthy: change(before.filter(isHealthy).length, summary.healthy),
    males: change(before.filter((animal) => isBreedingMale(animal, then)).length, summary.breedingMales.length),
  };
}

/** Where no birth is recorded, the day on which the animal was entered counts. */
const isBornBy = (animal: Animal, day: CalendarDate): boolean => (earliestBirth(animal) ?? animal.createdAt.slice(0, 10)) <= day;

/** undefined: there is nothing to compare with. */
const change = (then: number, now: number): number | undefined =>
  then === 0 ? undefined : Math.round(((now - then) / then) * 100);
