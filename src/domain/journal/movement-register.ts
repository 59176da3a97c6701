import type { CalendarDate } from '../dates.ts';
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
  /** From or to whom. */
  readonly party: string | null;
}

/**
 * Who came, was born and left in a span of days, the earliest first. Born here is who has a dam that the farm keeps and did not arrive from
 * elsewhere; a day that nobody has entered is in no register.
 */
export function movementsIn(
  animals: readonly RegisteredAnimal[],
  events: readonly MovementEvent[],
  { from, to }: { readonly from: CalendarDate; readonly to: CalendarDate },
): Movement[] {
  const kept = new Set(animals.flatMap(({ id, isReference }) => (isReference ? [] : id)));
  const arrived = new Set(events.flatMap(({ kind, animalId }) => (kind === 'arrival' ? animalId : [])));
  const births = animals.flatMap(({ id, birthDate, motherId, isReference }): Movement[] => {
    const isBornHere = !isReference && !arrived.has(id) && motherId !== null && kept.has(motherId);
    return isBornHere && birthDate !== null ? [{ day: birthDate, animalId: id, what: 'born', how: 'Born', party: null }] : [];
  });
  return [...births, ...events.flatMap((event) => (kept.has(event.animalId) ? movementOf(event) : []))]
    .filter(({ day }) => day >= from && day <= to)
    .toSorted((a, b) => (a.day === b.day ? order[a.what] - order[b.what] : a.day < b.day ? -1 : 1));
}

const order = { born: 0, arrived: 1, left: 2 } as const;

function movementOf(event: MovementEvent): Movement {
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
