import { z } from 'zod';
import { dueKinds } from '#domain/journal/state.ts';
import { withdrawalProducts } from '#domain/records/event-names.ts';
import { eventFields, eventKindNames, eventKinds, type EventKind } from '#domain/records/events.ts';
import { storedForms } from '#domain/records/fields.ts';
import { CalendarDate, Id, NewId, optionalText } from '#domain/records/values.ts';
import { Page } from './common.ts';
import { route } from './route.ts';

export const maxEventsPerRequest = 2000;

type Kinds = typeof eventKinds;
type Schemas<Head extends z.ZodRawShape> = {
  readonly [K in EventKind]: z.ZodObject<Head & { readonly kind: z.ZodLiteral<K> } & Kinds[K]['fields']>;
};

/** One schema for each kind, discriminated by `kind`. */
export function eventUnion<Head extends z.ZodRawShape>(
  head: Head,
  formOf: (fields: Kinds[EventKind]['fields']) => z.ZodRawShape,
) {
  const schemas = eventKindNames.map((kind) =>
    z.object({ ...head, kind: z.literal(kind), ...formOf(eventKinds[kind].fields) }),
  ) as unknown as [Schemas<Head>[EventKind], ...Schemas<Head>[EventKind][]];
  return z.discriminatedUnion('kind', schemas, 'Not a kind of event');
}

/** What happened to an animal on a day. Further fields depend on `kind`. Sending it again with the same `id` records nothing twice. */
export const NewEvent = eventUnion({ id: NewId, ...eventFields }, (fields) => fields);
export type NewEvent = z.output<typeof NewEvent>;

/** A complete event that replaces another one. With `version`, it is refused with `record.stale` if that one has changed. */
export const EventReplacement = eventUnion(
  { id: NewId.optional(), ...eventFields, version: z.int().optional() },
  (fields) => fields,
);
export type EventReplacement = z.output<typeof EventReplacement>;

/** An event with its author and its status. */
export const RecordedEvent = eventUnion(
  {
    id: z.string(),
    ...storedForms(eventFields),
    /** The name of the person or the key that recorded it; null if it no longer exists. */
    by: z.string().nullable(),
    createdAt: z.string(),
    version: z.int(),
    /** The event that this one replaces. */
    replacesId: z.string().nullable(),
    voidedAt: z.string().nullable(),
    voidedBy: z.string().nullable(),
    voidReason: z.string().nullable(),
  },
  storedForms,
);
export type RecordedEvent = z.output<typeof RecordedEvent>;

export const Withdrawal = z.object({
  product: z.enum(withdrawalProducts),
  /** The first day on which the product may be used again; null while the course of treatment is open, and if it was not recorded. */
  clearOn: z.string().nullable(),
  /** The day of a medicine whose withdrawal was not recorded, which holds the animal back like an open one; null if it was. */
  notRecordedOn: z.string().nullable(),
});

export const DueDate = z.object({
  kind: z.enum(dueKinds),
  label: z.string(),
  day: z.string(),
  /** The event that sets the due date, and its day. */
  eventId: z.string(),
  eventDay: z.string(),
});

const Named = z.object({ id: z.string(), name: z.string() });

/** The state of an animal as computed from its journal. */
export const AnimalSummary = z.object({
  /** The day of the last checkup. */
  checkedOn: z.string().nullable(),
  lastWeightGrams: z.int().nullable(),
  lastWeightDay: z.string().nullable(),
  /** Nobody weighed it. */
  isLastWeightEstimate: z.boolean(),
  gainGramsPerDay: z.int().nullable(),
  /** The number of days over which the gain is measured. */
  gainDays: z.int().nullable(),
  /** Those that may still be open somewhere: the day differs by time zone, so who shows them compares `clearOn` with their own day. */
  withdrawals: z.array(Withdrawal),
  place: Named.nullable(),
  groups: z.array(Named),
  due: z.array(DueDate),
});
export type AnimalSummary = z.infer<typeof AnimalSummary>;

/** `kind` may be given several times, or as a list with commas. */
export const EventQuery = Page.extend({
  animalId: Id.optional(),
  kind: z
    .union([z.string(), z.array(z.string())])
    .transform((value) => [value].flat().flatMap((each) => each.split(',')))
    .pipe(z.array(z.enum(eventKindNames, 'Not a kind of event')).max(eventKindNames.length))
    .optional(),
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
  worklistId: Id.optional(),
  /** Voided events are left out without it. */
  includeVoided: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional(),
});
export type EventQuery = z.output<typeof EventQuery>;

const ById = z.object({ id: Id });

export const eventRoutes = {
  recordEvents: route({
    method: 'POST',
    path: '/events',
    access: 'farm',
    needs: 'record',
    offline: true,
    summary: 'Record events of animals: all of them or, if one is refused, none',
    body: z.object({
      events: z
        .array(NewEvent)
        .min(1, 'Send at least one event')
        .max(maxEventsPerRequest, `Send at most ${maxEventsPerRequest} events at once`),
      /**
       * The days of the births that the sender knows. A birth is refused with `record.stale` if another one of the same female, less
       * than 140 days away, is recorded on a day that is not among them; without this field nothing is compared.
       */
      knownBirthDays: z.array(CalendarDate).max(maxEventsPerRequest, `Send at most ${maxEventsPerRequest} days`).optional(),
    }),
    /** One kilobyte for each event. */
    maxBodyBytes: maxEventsPerRequest * 1024,
    reply: z.object({ events: z.array(RecordedEvent) }),
    status: 201,
    errors: ['animals.not_found', 'animals.in_withdrawal', 'create.conflict', 'record.stale', 'farm.full', 'plan.limit_reached'],
  }),
  listEvents: route({
    method: 'GET',
    path: '/events',
    access: 'farm',
    needs: 'see',
    summary: 'List the events, newest day first',
    query: EventQuery,
    reply: z.array(RecordedEvent),
  }),
  replaceEvent: route({
    method: 'POST',
    path: '/events/:id/replace',
    access: 'farm',
    needs: 'record',
    offline: true,
    summary: 'Correct an event by replacing it; the earlier one stays in the history',
    params: ById,
    body: EventReplacement,
    reply: RecordedEvent,
    errors: [
      'events.not_found',
      'animals.not_found',
      'animals.in_withdrawal',
      'create.conflict',
      'record.stale',
      'farm.full',
      'plan.limit_reached',
    ],
  }),
  voidEvent: route({
    method: 'POST',
    path: '/events/:id/void',
    access: 'farm',
    needs: 'record',
    frees: true,
    offline: true,
    summary: 'Void an event; it stays in the history and no longer has any effect',
    params: ById,
    body: z.object({ reason: optionalText(500).optional(), version: z.int().optional() }),
    reply: RecordedEvent,
    errors: ['events.not_found', 'record.stale', 'plan.limit_reached'],
  }),
  voidEvents: route({
    method: 'POST',
    path: '/events/void',
    access: 'farm',
    needs: 'record',
    frees: true,
    offline: true,
    summary: 'Void several events: all of them or, if one is refused, none',
    body: z.object({
      ids: z
        .array(Id)
        .min(1, 'Name at least one event')
        .max(maxEventsPerRequest, `Name at most ${maxEventsPerRequest} events at once`),
      reason: optionalText(500).optional(),
    }),
    reply: z.object({ events: z.array(RecordedEvent) }),
    errors: ['events.not_found', 'plan.limit_reached'],
  }),
  readAnimalSummary: route({
    method: 'GET',
    path: '/animals/:id/summary',
    access: 'farm',
    needs: 'see',
    summary:
      'Read the state of an animal as computed from its journal: weight and gain, withdrawals, place, groups and due dates',
    params: ById,
    reply: AnimalSummary,
    errors: ['animals.not_found'],
  }),
} as const;
