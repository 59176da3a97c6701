import type { CalendarDate } from '../values/dates.ts';
import { departureKinds, isForGood } from './departures.ts';
import type { AnimalRecord } from '../records/animal.ts';
import type { EventKind, JournalEvent } from '../records/events.ts';
import { weighingsOfAnimal } from './weighings.ts';

export type OwnFields = Pick<
  AnimalRecord,
  'status' | 'castratedOn' | 'birthDate' | 'birthWeightGrams' | 'weaningWeightGrams' | 'weaningAgeDays'
>;

/** An event that records a value of the animal's own fields. */
export interface OwnEvent {
  readonly kind: EventKind;
  readonly day: CalendarDate;
  readonly note?: string;
  /** The fields of the kind that differ from their defaults. */
  readonly detail: object;
  readonly replacesId?: string | null;
}

/** The events that follow from an animal's fields, by a unique key. */
function ownEvents(fields: OwnFields): ReadonlyMap<string, OwnEvent> {
  const events = new Map<string, OwnEvent>();
  for (const { day, ...detail } of weighingsOfAnimal(fields)) {
    events.set(`weighing ${detail.occasion}`, { kind: 'weighing', day, detail });
  }
  if (fields.castratedOn !== null) events.set('castration', { kind: 'castration', day: fields.castratedOn, detail: {} });
  return events;
}

/** The events for the fields of a new animal. The status sold or died adds no event, since its day is unknown. */
export const eventsOfNewAnimal = (fields: OwnFields): OwnEvent[] => [...ownEvents(fields).values()];

/** The key of the animal's field that a weighing at birth or weaning, or a castration, belongs to. */
export const ownFieldOf = (event: JournalEvent): string =>
  event.kind === 'weighing' && event.occasion !== null ? `weighing ${event.occasion}` : event.kind;

export interface OwnChange {
  readonly before: OwnFields;
  readonly after: OwnFields;
  /** The day on which it was sold or died. */
  readonly day: CalendarDate;
  /** Why it is sold although it is in withdrawal. */
  readonly reason: string | null;
}

/** The kinds of stored events that the change may affect. */
export const kindsConcerned = (change: OwnChange): readonly EventKind[] => [
  ...new Set([
    ...changedKeys(change).map((key) => key.split(' ')[0] as EventKind),
    ...(change.before.status === change.after.status ? [] : departureKinds),
  ]),
];

/**
 * The events that follow from a change of an animal's own fields: the weights at birth and weaning, the day of castration, and that it was
 * sold, has died or is still here. `stored` are the animal's events of these kinds that are not voided.
 */
export function ownEventsOf(
  change: OwnChange,
  stored: readonly JournalEvent[],
): { readonly added: readonly OwnEvent[]; readonly replaced: readonly JournalEvent[] } {
  const changed = changedKeys(change);
  const has = ownEvents(change.after);
  const inOrder = stored.toSorted((a, b) => (entryKey(a) < entryKey(b) ? -1 : 1));
  const lastOf = (key: string): string | null => inOrder.findLast((event) => ownFieldOf(event) === key)?.id ?? null;
  return {
    added: [
      ...changed.flatMap((key) => {
        const event = has.get(key);
        return event ? { ...event, replacesId: lastOf(key) } : [];
      }),
      ...leavingEvents(change),
    ],
    replaced: [
      ...inOrder.filter((event) => changed.includes(ownFieldOf(event))),
      // Another status says that the animal did not leave as recorded. Earlier departures from which it returned stay.
      ...(isCorrected(change) ? inOrder.slice(inOrder.findLastIndex(({ kind }) => kind === 'return') + 1).filter(isForGood) : []),
    ],
  };
}

const entryKey = ({ day, createdAt, id }: JournalEvent): string => `${day}_${createdAt}_${id}`;

function changedKeys({ before, after }: OwnChange): string[] {
  const [had, has] = [ownEvents(before), ownEvents(after)];
  return [...new Set([...had.keys(), ...has.keys()])].filter(
    (key) => JSON.stringify(had.get(key)) !== JSON.stringify(has.get(key)),
  );
}

const isCorrected = ({ before, after }: OwnChange): boolean => before.status !== 'active' && after.status !== before.status;

/** Marking an animal as sold or died needs no details; they can be added later. */
function leavingEvents({ before, after: { status }, day, reason }: OwnChange): OwnEvent[] {
  if (status === 'active' || status === before.status) return [];
  return status === 'sold'
    ? [{ kind: 'sale', day, detail: reason === null ? {} : { reason } }]
    : [{ kind: 'death', day, detail: { cause: 'unknown' } }];
}

/** A sale stores the reason itself. An offer for sale is not an event, so its reason becomes a note. */
export const offerNote = (reason: string, day: CalendarDate): OwnEvent => ({
  kind: 'note',
  day,
  note: `Offered for sale: ${reason}`,
  detail: { photo: null },
});
