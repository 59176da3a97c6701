import { isDeparture, isForGood } from './departures.ts';
import type { CalendarDate } from '../values/dates.ts';
import type { AnimalStatus } from '../records/animals.ts';
import { compareEvents } from '../records/order.ts';
import type { EventKind, EventOf } from '../records/events.ts';

export const movementKinds = ['arrival', 'return', 'sale', 'slaughter', 'death', 'loan'] as const satisfies readonly EventKind[];

type MovementEvent = EventOf<(typeof movementKinds)[number]>;

interface RegisteredAnimal {
  readonly id: string;
  readonly birthDate: CalendarDate | null;
  readonly motherId: string | null;
  readonly isReference: boolean;
}

export interface Movement {
  readonly day: CalendarDate;
  readonly animalId: string;
  readonly what: 'born' | 'arrived' | 'left';
  readonly how: string;
  /** The person or farm that the animal came from or went to. */
  readonly party: string | null;
}

const ownIdsOf = (animals: readonly RegisteredAnimal[]): ReadonlySet<string> =>
  new Set(animals.flatMap(({ id, isReference }) => (isReference ? [] : id)));

/** The animals whose dam the farm keeps and that did not arrive from elsewhere. */
export function bornHere<T extends RegisteredAnimal>(animals: readonly T[], events: readonly MovementEvent[]): T[] {
  const own = ownIdsOf(animals);
  const arrived = new Set(events.flatMap(({ kind, animalId }) => (kind === 'arrival' ? animalId : [])));
  return animals.filter(
    ({ id, motherId, isReference }) => !isReference && !arrived.has(id) && motherId !== null && own.has(motherId),
  );
}

/** The animals that are marked as sold or dead, on a day that nobody recorded. */
export function leftWithoutDay<T extends RegisteredAnimal & { readonly status: AnimalStatus }>(
  animals: readonly T[],
  events: readonly MovementEvent[],
): T[] {
  const last = new Map(
    events
      .filter(isDeparture)
      .toSorted(compareEvents)
      .map((event) => [event.animalId, event] as const),
  );
  const hasDay = (id: string) => isForGood(last.get(id) ?? { kind: '' });
  return animals.filter(({ id, status, isReference }) => status !== 'active' && !isReference && !hasDay(id));
}

/** Arrivals, births and departures in a period, the earliest first. Those without a day are left out. */
export function movementsIn(
  animals: readonly RegisteredAnimal[],
  events: readonly MovementEvent[],
  { from, to }: { readonly from: CalendarDate; readonly to: CalendarDate },
): Movement[] {
  const own = ownIdsOf(animals);
  const births = bornHere(animals, events).flatMap(({ id, birthDate }): Movement[] =>
    birthDate === null ? [] : [{ day: birthDate, animalId: id, what: 'born', how: 'Born', party: null }],
  );
  return [...births, ...events.flatMap((event) => (own.has(event.animalId) ? movementOf(event) : []))]
    .filter(({ day }) => day >= from && day <= to)
    .toSorted((a, b) => (a.day === b.day ? order[a.what] - order[b.what] : a.day < b.day ? -1 : 1));
}

const order = { born: 0, arrived: 1, left: 2 } as const;

export function movementOf(event: MovementEvent): Movement {
  const { day, animalId } = event;
  switch (event.kind) {
    case 'arrival':
      return { day, animalId, what: 'arrived', how: 'Arrived', party: event.from };
    case 'return':
      return { day, animalId, what: 'arrived', how: 'Returned', party: null };
    case 'sale':
      return { day, animalId, what: 'left', how: 'Sold', party: event.buyer };
    case 'slaughter':
      return { day, animalId, what: 'left', how: 'Slaughtered', party: event.buyer };
    case 'death':
      return { day, animalId, what: 'left', how: 'Died', party: event.disposal };
    default:
      return { day, animalId, what: 'left', how: 'Lent', party: event.to };
  }
}
