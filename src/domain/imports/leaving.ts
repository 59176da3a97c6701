import type { CalendarDate } from '../dates.ts';
import { validateCheckupDate } from '../health-records.ts';
import type { AddedEvent } from './event-draft.ts';
import type { EventRow } from './event-rows.ts';
import type { KnownAnimal, PlannedAnimal } from './herd.ts';
import type { ParsedRow } from './parsed-row.ts';
import type { AnimalUpdate } from './planned-animals.ts';

/** Those that a list of deaths or sales takes off the farm, with the number of its row. */
export function leavingOf(rows: readonly EventRow[]): AnimalUpdate[] {
  const found = new Map<KnownAnimal, AnimalUpdate>();
  for (const { number, animal, events } of rows) {
    const status = events.some(({ kind }) => kind === 'death')
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

/** The sale or death of an animal that the file says has left on a known day. */
export function leftOn(
  { statusDay, values: { status } }: ParsedRow,
  animal: PlannedAnimal,
  today: CalendarDate,
): AddedEvent | null {
  if (statusDay === null || (status !== 'sold' && status !== 'died') || animal.known?.status === status) return null;
  if (validateCheckupDate(statusDay, today, animal) !== undefined) return null;
  const kind = status === 'sold' ? 'sale' : 'death';
  return { animal, kind, day: statusDay, time: null, note: null, detail: kind === 'death' ? { cause: 'unknown' } : {} };
}
