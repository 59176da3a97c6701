import { z } from 'zod';
import { recordKindNames } from '#domain/records/kinds.ts';
import { Id } from '#domain/records/values.ts';
import { ActChange, HistoryAuthor } from './acts.ts';
import { RecordedEvent } from './events.ts';
import { route } from './route.ts';

/** The maximum number of changes listed for one act; `counts` has the totals. */
export const shownInHistory = 20;
export const actsPerPage = 50;

/** The kinds of records by which the history of the farm may be filtered. */
export const historyKinds = [...recordKindNames, 'farm'] as const;
export type HistoryKind = (typeof historyKinds)[number];

/** The changes made by one request or one job of the server, with the values before and after, newest first. */
export const HistoryAct = z.object({
  revision: z.int(),
  at: z.string(),
  /** null if unknown. */
  by: HistoryAuthor.nullable(),
  /** The `operationId` of the call, or the name of the server's job. */
  call: z.string(),
  /** The number of changed records of each kind, among the first 2,500 changes. */
  counts: z.record(z.string(), z.int()),
  /** The first of the changes that match the query, without internal fields. */
  changes: z.array(ActChange),
  /** The events among the changes in their current state, or in their last state if they were deleted. */
  events: z.array(RecordedEvent),
  /** The animals of the changes. Deleted animals have their last tag. */
  animals: z.array(z.object({ id: z.string(), tagNumber: z.string(), name: z.string().nullable(), isDeleted: z.boolean() })),
  /** The revision of the act that this one undoes. */
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
  /** Inclusive. */
  since: moment.optional(),
  /** Exclusive. */
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
    summary: 'List the people and keys that may have changed something on the farm, including former members',
    reply: z.array(HistoryAuthor),
  }),
  readAnimalHistory: route({
    method: 'GET',
    path: '/animals/:id/history',
    access: 'farm',
    needs: 'see',
    summary: 'Read who changed what of an animal and of its events, numbers and matings, newest first',
    params: z.object({ id: Id }),
    query: HistoryPage,
    reply: z.array(HistoryAct),
    errors: ['animals.not_found'],
  }),
} as const;
