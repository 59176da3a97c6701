import type { CalendarDate } from '../values/dates.ts';
import type { Move } from '../breeding/exposures.ts';
import { compareEvents } from '../records/order.ts';
import type { leavingKinds } from '../journal/departures.ts';

/** After it an animal is at no place and in no group. */
interface Departure {
  readonly kind: (typeof leavingKinds)[number];
  readonly id: string;
  readonly animalId: string;
  readonly day: CalendarDate;
  readonly time: string | null;
  readonly createdAt: string;
}

export type MoveOrDeparture = (Move & { readonly kind: 'move' }) | Departure;

/** The animals of each place and group by its id, at the end of a day. `events` are in any order. */
export function whereaboutsOn(events: readonly MoveOrDeparture[], day: CalendarDate): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  follow(
    events.filter((event) => event.day <= day),
    ({ id, animalId, isThere }) => {
      const those = found.get(id) ?? new Set();
      if (isThere) those.add(animalId);
      else those.delete(animalId);
      found.set(id, those);
    },
  );
  return found;
}

export interface Grazing {
  /** The day since which animals have been there without a break; null if it is empty. */
  readonly since: CalendarDate | null;
  /** The day on which the last animal left; null if it is not empty. */
  readonly emptySince: CalendarDate | null;
}

/** By the id of each place or group that has had animals. */
export function grazingOf(events: readonly MoveOrDeparture[]): ReadonlyMap<string, Grazing> {
  const heads = new Map<string, number>();
  const found = new Map<string, Grazing>();
  follow(events, ({ id, day, isThere }) => {
    const before = heads.get(id) ?? 0;
    const now = before + (isThere ? 1 : -1);
    heads.set(id, now);
    if (before === 0) found.set(id, { since: day, emptySince: null });
    if (now === 0) found.set(id, { since: null, emptySince: day });
  });
  return found;
}

interface Change {
  /** The id of the place or group. */
  readonly id: string;
  readonly animalId: string;
  readonly day: CalendarDate;
  readonly isThere: boolean;
}

/** Calls `onChange` once for each arrival and departure, in order. */
function follow(events: readonly MoveOrDeparture[], onChange: (change: Change) => void): void {
  const places = new Map<string, string>();
  const groups = new Map<string, Set<string>>();
  for (const event of events.toSorted(compareEvents)) {
    const { animalId, day } = event;
    const of = groups.get(animalId) ?? new Set();
    groups.set(animalId, of);
    const leave = (id: string) => onChange({ id, animalId, day, isThere: false });
    const placeId = places.get(animalId);
    if (event.kind !== 'move') {
      for (const id of [placeId ?? [], ...of].flat()) leave(id);
      places.delete(animalId);
      of.clear();
    } else if (event.groupId !== null) {
      if (event.leavesGroup && of.delete(event.groupId)) leave(event.groupId);
      if (!event.leavesGroup && !of.has(event.groupId)) {
        of.add(event.groupId);
        onChange({ id: event.groupId, animalId, day, isThere: true });
      }
    } else if (event.placeId !== (placeId ?? null)) {
      if (event.placeId !== null) onChange({ id: event.placeId, animalId, day, isThere: true });
      if (placeId !== undefined) leave(placeId);
      if (event.placeId === null) places.delete(animalId);
      else places.set(animalId, event.placeId);
    }
  }
}
