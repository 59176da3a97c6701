import { z } from 'zod';
import { Id } from '#domain/records/values.ts';
import { Message } from './common.ts';
import { PaperAnimal } from './papers.ts';
import { route } from './route.ts';

/** A code with which the buyer of the animals on a movement document adds them to their own farm. */
export const Transfer = z.object({
  id: z.string(),
  paperId: z.string(),
  withNotes: z.boolean(),
  state: z.enum(['waiting', 'accepted', 'revoked', 'expired']),
  createdAt: z.string(),
  expiresAt: z.string(),
  acceptedAt: z.string().nullable(),
});
export type Transfer = z.infer<typeof Transfer>;

export const NewTransfer = z.object({
  paperId: Id,
  /** Whether to include the notes of the animals and of their journals, with photos. */
  withNotes: z.boolean('Choose whether the notes go along').default(false),
});

/** With or without separators, in any case. */
export const TransferCode = z.object({ code: z.string().max(100) });

export const OfferedTransfer = z.object({
  farmName: z.string().nullable(),
  /** The day of the sale. */
  day: z.string(),
  expiresAt: z.string(),
  withNotes: z.boolean(),
  animals: z.array(PaperAnimal.omit({ animalId: true, price: true, reason: true })),
  /** The number of journal entries that are included. */
  entries: z.int(),
});
export type OfferedTransfer = z.infer<typeof OfferedTransfer>;

/** What was added to the buyer's farm. */
export const ArrivedAnimals = z.object({
  animals: z.array(z.object({ id: z.string(), tagNumber: z.string(), name: z.string().nullable() })),
  entries: z.int(),
  /** Parents and earlier ancestors that the farm does not keep. */
  ancestors: z.int(),
  papers: z.array(z.object({ id: z.string(), label: z.string() })),
  photosLeftOut: z.int(),
});
export type ArrivedAnimals = z.infer<typeof ArrivedAnimals>;

const ById = z.object({ id: Id });

export const transferRoutes = {
  listTransfers: route({
    method: 'GET',
    path: '/papers/:id/transfers',
    access: 'farm',
    needs: 'manage',
    summary: 'List the transfer codes of a movement document, newest first',
    params: ById,
    reply: z.array(Transfer),
    errors: ['papers.not_found'],
  }),
  makeTransfer: route({
    method: 'POST',
    path: '/transfers',
    access: 'farm',
    needs: 'manage',
    personal: true,
    byPassword: true,
    summary:
      'Create a code with which the buyer takes over the animals of a movement document with their history; it is returned only here, works once, and ends an earlier code',
    body: NewTransfer,
    reply: z.object({ transfer: Transfer, code: z.string() }),
    status: 201,
    errors: ['papers.not_found', 'transfers.changed', 'transfers.accepted', 'request.too_many'],
  }),
  revokeTransfer: route({
    method: 'DELETE',
    path: '/transfers/:id',
    access: 'farm',
    needs: 'manage',
    summary: 'Revoke an unused transfer code',
    params: ById,
    reply: Message,
    errors: ['transfers.not_found', 'transfers.accepted'],
  }),
  downloadSold: route({
    method: 'GET',
    path: '/papers/:id/animals',
    access: 'farm',
    needs: 'manage',
    byPassword: true,
    summary:
      'Download the animals of a movement document with their history as a zip, for a buyer without an account here: tables as .csv, and everything in the format of POST /archive',
    params: ById,
    query: z.object({ notes: z.enum(['yes', 'no']).default('no') }),
    download: ['application/zip'],
    reply: z.never(),
    errors: ['papers.not_found', 'transfers.changed', 'request.too_many'],
  }),
  acceptTransfer: route({
    method: 'POST',
    path: '/transfers/accept',
    access: 'farm',
    needs: 'keep',
    personal: true,
    summary:
      'Take over the animals of a transfer code with their history, all or none; sending the request again changes nothing',
    body: TransferCode,
    reply: ArrivedAnimals,
    errors: [
      'transfers.invalid',
      'transfers.changed',
      'transfers.own_farm',
      'transfers.already_here',
      'plan.limit_reached',
      'farm.full',
      'request.too_many',
    ],
  }),
  openTransfer: route({
    method: 'POST',
    path: '/transfers/open',
    access: 'public',
    summary: 'Read what a transfer code contains',
    body: TransferCode,
    reply: OfferedTransfer,
    errors: ['transfers.invalid', 'request.too_many'],
  }),
} as const;
