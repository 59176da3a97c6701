import { z } from 'zod';
import { Id } from '#domain/records/values.ts';
import { ActChange } from './acts.ts';
import { RecordedEvent } from './events.ts';
import { route } from './route.ts';

/** Of one act; of a larger one the history says how many there are. */
export const shownInHistory = 20;
export const actsPerPage = 50;

/** The kinds of records by which the history of the farm may be filtered. */
export const historyKinds = [
  'animal',
  'event',
  'breedingRecord',
  'animalTag',
  'place',
  'group',
  'product',
  'worklist',
  'exposure',
  'chore',
  'farm',
] as const;
export type HistoryKind = (typeof historyKinds)[number];

/** A person, also one who has left the farm, a key, or a job of the server. */
export const HistoryAuthor = z.object({
  kind: z.enum(['person', 'key', 'job']),
  id: z.string(),
  /** null if the account or the key is not there any more. */
  name: z.string().nullable(),
});
export type HistoryAuthor = z.infer<typeof HistoryAuthor>;

/** What one request, one key or one job of the server changed: with before and after, newest first. */
export const HistoryAct = z.object({
  revision: z.int(),
  at: z.string(),
  /** null if it is not known. */
  by: HistoryAuthor.nullable(),
  /** The name of the call in this description, or of the server's job. */
  call: z.string(),
  /** How many records of each kind changed, among the first 2,500 changes. */
  counts: z.record(z.string(), z.int()),
  /** The first of those that were asked for, without fields that say nothing to a person. */
  changes: z.array(ActChange),
  /** Those of the changes that are events, as they are now or, of deleted ones, as they were. */
  events: z.array(RecordedEvent),
  /** The animals of the changes. Who was deleted has the tag of then. */
  animals: z.array(z.object({ id: z.string(), tagNumber: z.string(), name: z.string().nullable(), isDeleted: z.boolean() })),
  /** The revision of the act that this one takes back. */
  undoes: z.int().nullable(),
  isUndone: z.boolean(),
});
export type HistoryAct = z.infer<typeof HistoryAct>;

const HistoryPage = z.object({
  limit: z.coerce.number().int().min(1).max(actsPerPage).default(actsPerPage),
  cursor: z
    .string()
    .regex(/^\d{1,15}_\d{1,9}$/, 'Not a place in the history')
    .optional(),
});

const moment = z.iso.datetime('Must be a moment such as 2026-05-01T00:00:00Z');

export const HistoryQuery = HistoryPage.extend({
  /** The id of a person or of a key. */
  by: z.string().max(64).optional(),
  kind: z.enum(historyKinds, 'Not a kind of record').optional(),
  animalId: Id.optional(),
  /** From this moment on. */
  since: moment.optional(),
  /** Before this moment. */
  until: moment.optional(),
});
export type HistoryQuery = z.output<typeof HistoryQuery>;

export const historyRoutes = {
  readHistory: route({
    method: 'GET',
    path: '/history',
    access: 'farm',
    needs: 'manage',
    summary: 'Read who changed what on the farm, before and after, newest first; a page may be shorter than its limit, or empty',
    query: HistoryQuery,
    reply: z.array(HistoryAct),
  }),
  listHistoryAuthors: route({
    method: 'GET',
    path: '/history/authors',
    access: 'farm',
    needs: 'manage',
    summary: 'List who may have changed something on the farm, with those who have left',
    reply: z.array(HistoryAuthor),
  }),
  readAnimalHistory: route({
    method: 'GET',
    path: '/animals/:id/history',
    access: 'farm',
    needs: 'see',
    summary: 'Read who changed what of an animal, its events, numbers and matings, newest first',
    params: z.object({ id: Id }),
    query: HistoryPage,
    reply: z.array(HistoryAct),
    errors: ['animals.not_found'],
  }),
} as const;
