import { z } from 'zod';
import { Id } from '#domain/records/values.ts';
import { Message } from './common.ts';
import { PaperAnimal } from './papers.ts';
import { route } from './route.ts';

/** A code for the buyer of the animals on a movement document, with which they come into the buyer's farm. */
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
  /** Also the notes about the animals and of their journal, with photos. */
  withNotes: z.boolean('Choose whether the notes go along').default(false),
});

/** As it is shown, in groups, or in any other spelling. */
export const TransferCode = z.object({ code: z.string().max(100) });

export const OfferedTransfer = z.object({
  farmName: z.string().nullable(),
  /** On which they were sold. */
  day: z.string(),
  expiresAt: z.string(),
  withNotes: z.boolean(),
  animals: z.array(PaperAnimal.omit({ animalId: true, price: true, reason: true })),
  /** How many entries of their journals come along. */
  entries: z.int(),
});
export type OfferedTransfer = z.infer<typeof OfferedTransfer>;

/** What came into the buyer's farm. */
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
    summary: 'List the codes that were made for a movement document, newest first',
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
    summary:
      'Make a code with which the buyer takes over the animals of a movement document with their history; it is shown once, works once, and ends the code that was made before',
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
    summary: 'Revoke a code that was not used yet',
    params: ById,
    reply: Message,
    errors: ['transfers.not_found', 'transfers.accepted'],
  }),
  downloadSold: route({
    method: 'GET',
    path: '/papers/:id/animals',
    access: 'farm',
    needs: 'manage',
    summary:
      'Download the animals of a movement document with their history as a zip, for a buyer who is not here: tables as .csv, and everything as POST /archive takes it in',
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
    summary: 'Take over the animals of a code with their history, all or none; sending it again changes nothing',
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
    summary: 'What comes with a code',
    body: TransferCode,
    reply: OfferedTransfer,
    errors: ['transfers.invalid', 'request.too_many'],
  }),
} as const;
