import { z } from 'zod';
import { animalTagFields } from '#domain/records/animal-tag.ts';
import { Sex, Species } from '#domain/records/animal.ts';
import { withdrawalProducts } from '#domain/records/event-names.ts';
import { CalendarDate, Id, NewId, optionalLine, optionalText, requiredLine } from '#domain/records/values.ts';
import { isStorable } from '#domain/values/text.ts';
import { newestPapers } from '#domain/work/papers-due.ts';
import { route } from './route.ts';

export const paperKinds = ['receipt', 'movement'] as const;
export type PaperKind = (typeof paperKinds)[number];

export const maxOnPaper = 300;

/** The seller or the buyer as printed on a paper. */
export const Party = z.object({
  name: requiredLine(200, 'Enter the name'),
  address: optionalText(500).default(null),
  phone: optionalLine(40).default(null),
  /** The official number of the flock, herd or premises, if there is one. */
  holding: optionalLine(40).default(null),
});
export type Party = z.output<typeof Party>;

/** As it was stored, but an archive may contain any text. */
const printed = (max: number) => z.string().max(max).refine(isStorable, 'Leave out characters that cannot be kept');

/** An animal as it was when the paper was issued. */
export const PaperAnimal = z.object({
  animalId: Id,
  tagNumber: printed(100),
  name: printed(100).nullable(),
  species: Species,
  sex: Sex,
  isCastrated: z.boolean(),
  breed: printed(100).nullable(),
  color: printed(100).nullable(),
  birthDate: CalendarDate.nullable(),
  birthYear: z.int().nullable(),
  numbers: z.array(z.object({ kind: animalTagFields.kind, number: printed(60) })).max(20),
  /** In the currency of the installation; only on a receipt. */
  price: z.number().min(0).max(1_000_000).nullable(),
  /** The first day on which meat, milk or fibre may be used again; null if the course of treatment had not ended, or if the withdrawal was not recorded. */
  withheld: z
    .array(
      z.object({
        product: z.enum(withdrawalProducts),
        clearOn: CalendarDate.nullable(),
        /** The day of a medicine whose withdrawal was not recorded. */
        notRecordedOn: CalendarDate.nullable().default(null),
      }),
    )
    .max(3),
  /** Why it was sold during a withdrawal: only on papers of earlier versions, since the reason is the seller's own note. */
  reason: printed(500).nullable(),
});
export type PaperAnimal = z.output<typeof PaperAnimal>;

/** The content as printed, which does not change when it is printed again. */
export const PaperContent = z.object({
  seller: Party,
  buyer: Party,
  animals: z.array(PaperAnimal).min(1).max(maxOnPaper),
  destination: optionalText(500),
  haulier: optionalLine(200),
  vehicle: optionalLine(40),
  note: optionalText(1000),
  /** The number of the paper that this one replaces. */
  replaces: optionalLine(40),
});
export type PaperContent = z.output<typeof PaperContent>;

export const Paper = z.object({
  id: z.string(),
  kind: z.enum(paperKinds),
  /** Its number as printed: R-2026-12. */
  label: z.string(),
  /** True if it was issued by the farm that sold the animals to this one. */
  isReceived: z.boolean(),
  /** The day of the sale. */
  day: z.string(),
  /** The other farm or person. */
  party: z.string(),
  animalIds: z.array(z.string()),
  animalCount: z.int(),
  /** The tags of the first animals. */
  tags: z.string(),
  /** In the currency of the installation; null if the price of an animal is not recorded. */
  total: z.number().nullable(),
  replacesId: z.string().nullable(),
  createdAt: z.string(),
  cancelledAt: z.string().nullable(),
  cancelReason: z.string().nullable(),
  /** The tags of its animals whose sale on its day was undone. */
  unsoldTags: z.array(z.string()),
  /** The tags of its animals whose sale was given another buyer, day or, on a receipt, price since it was issued. */
  correctedTags: z.array(z.string()),
});
export type Paper = z.infer<typeof Paper>;

export const FullPaper = Paper.extend({
  content: PaperContent,
  /** The name of the person who issued it; null for an API key or a deleted account. */
  issuedBy: z.string().nullable(),
  cancelledBy: z.string().nullable(),
  replacedBy: z.object({ id: z.string(), label: z.string() }).nullable(),
});
export type FullPaper = z.infer<typeof FullPaper>;

const reason = requiredLine(500, 'Say why the paper is cancelled');

export const NewPaper = z.object({
  id: NewId.optional(),
  kind: z.enum(paperKinds, 'Choose receipt or movement'),
  /** The sales in the journal, all of one day. */
  eventIds: z.array(Id).min(1, 'Name at least one sale').max(maxOnPaper, `A paper has at most ${maxOnPaper} animals`),
  buyer: Party,
  /** The number of the seller's own flock, herd or premises. */
  holding: optionalLine(40).default(null),
  destination: optionalText(500).default(null),
  haulier: optionalLine(200).default(null),
  vehicle: optionalLine(40).default(null),
  note: optionalText(1000).default(null),
  /** A wrong paper of the same kind, which is cancelled for this reason in the same act. */
  replaces: z.object({ id: Id, reason }).optional(),
});
export type NewPaper = z.output<typeof NewPaper>;

export const PapersQuery = z.object({
  /** Matches the number, the other party, and the tags and other numbers of animals. */
  search: z.string().max(100).optional(),
  kind: z.enum(paperKinds).optional(),
  day: CalendarDate.optional(),
  limit: z.coerce.number().int().min(1).max(newestPapers).default(100),
  cursor: z.string().max(200).optional(),
});
export type PapersQuery = z.output<typeof PapersQuery>;

const ById = z.object({ id: Id });

export const paperRoutes = {
  listPapers: route({
    method: 'GET',
    path: '/papers',
    access: 'farm',
    needs: 'manage',
    summary: 'List a page of the receipts and movement documents, by the day of the sale, newest first',
    query: PapersQuery,
    reply: z.array(Paper),
  }),
  readPaper: route({
    method: 'GET',
    path: '/papers/:id',
    access: 'farm',
    needs: 'manage',
    summary: 'Read a receipt or movement document as it was issued',
    params: ById,
    reply: FullPaper,
    errors: ['papers.not_found'],
  }),
  issuePaper: route({
    method: 'POST',
    path: '/papers',
    access: 'farm',
    needs: 'manage',
    summary:
      'Issue a receipt or movement document of sales of one day, with the next number of its kind and year; it is never changed afterwards',
    body: NewPaper,
    reply: FullPaper,
    status: 201,
    errors: [
      'papers.not_found',
      'papers.issued',
      'papers.received',
      'papers.lacks_seller',
      'create.conflict',
      'farm.full',
      'request.too_many',
    ],
  }),
  cancelPaper: route({
    method: 'POST',
    path: '/papers/:id/cancel',
    access: 'farm',
    needs: 'manage',
    frees: true,
    summary: 'Cancel a wrong receipt or movement document; it is kept and marked as cancelled',
    params: ById,
    body: z.object({ reason }),
    reply: FullPaper,
    errors: ['papers.not_found', 'papers.cancelled', 'papers.received'],
  }),
} as const;
