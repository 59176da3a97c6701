import type { CalendarDate } from '../dates.ts';
import { validateCheckupDate } from '../health-records.ts';
import { isForGood, statusAfter, type LeavingKind } from '../departures.ts';
import type { Change } from './changes.ts';
import type { AddedEvent, EventRow } from './event-draft.ts';
import type { KnownAnimal, PlannedAnimal } from './herd.ts';
import type { ParsedRow } from './parsed-row.ts';
import type { AnimalUpdate } from './planned-animals.ts';

/** Those that a list of deaths or sales takes off the farm, with the number of its row. */
export function leavingOf(rows: readonly EventRow[]): AnimalUpdate[] {
  const found = new Map<KnownAnimal, AnimalUpdate>();
  for (const { number, animal, events } of rows) {
    const status = events.some(({ kind }) => kind === 'death' || kind === 'slaughter')
      ? 'died'
      : events.some(({ kind }) => kind === 'sale')
        ? 'sold'
        : null;
    const known = animal?.known;
    if (!known || status === null || known.status !== 'active') continue;
    found.set(known, {
      number,
      animal,
      known,
      patch: { status, ...(known.forSale && { forSale: false }) },
      mother: null,
      father: null,
    });
  }
  return [...found.values()];
}

/** The sale or death of an animal that the file says has left on a known day, unless it is recorded. */
export function leftOn(
  { statusDay, leaving, values: { status } }: ParsedRow,
  animal: PlannedAnimal,
  { today, recorded }: { readonly today: CalendarDate; readonly recorded: ReadonlySet<string> },
): AddedEvent[] {
  if (statusDay === null || (status !== 'sold' && status !== 'died')) return [];
  if (validateCheckupDate(statusDay, today, animal) !== undefined) return [];
  const kind = status === 'sold' ? 'sale' : 'death';
  if (animal.known && animal.known.status !== 'active' && recorded.has(leavingKey(animal.known.id))) return [];
  const detail = kind === 'death' ? { cause: 'unknown' } : leaving;
  return [{ animal, kind, day: statusDay, time: null, note: null, detail }];
}

/** Why a row cannot take the animal off the farm: it has left already. */
export function leftBefore(
  events: readonly { readonly event: AddedEvent }[],
  { known }: PlannedAnimal,
  recorded: ReadonlySet<string>,
): string | undefined {
  const leaving = events.find(({ event }) => isForGood(event))?.event;
  if (!leaving || !known || known.status === 'active') return undefined;
  const isOfMark = known.status === statusAfter[leaving.kind as LeavingKind] && !recorded.has(leavingKey(known.id));
  if (isOfMark) return undefined;
  return `It ${known.status === 'sold' ? 'is sold' : 'has died'} already. If this row is right, undo that entry first.`;
}

/** What the preview says of a known animal. */
export const leavingChanges = (left: readonly AddedEvent[], { known }: PlannedAnimal): Change[] =>
  known ? left.map(({ kind, day }) => ({ label: kind === 'sale' ? 'Sale' : 'Death', from: null, to: `on ${day}` })) : [];

/** Of an animal whose sale, death or slaughter is recorded. */
export const leavingKey = (animalId: string): string => `${animalId} left`;
