import { z } from 'zod';
import { animalTagFields } from '#domain/records/animal-tag.ts';
import { storedForms } from '#domain/records/fields.ts';
import { Id, NewId } from '#domain/records/values.ts';
import { Message, Page } from './common.ts';
import { route } from './route.ts';

/** An identifier of an animal besides its ear tag: an EID, a registration number, an official tag, a tattoo. */
export const AnimalTag = z.object({
  id: z.string(),
  ...storedForms(animalTagFields),
  version: z.int(),
  createdAt: z.string(),
});
export type AnimalTag = z.infer<typeof AnimalTag>;

/** A new number. With an `id` made by the client, sending the request again adds nothing. */
export const NewAnimalTag = z
  .object({ ...animalTagFields, id: NewId })
  .partial()
  .required({ animalId: true, kind: true, number: true });
export type NewAnimalTag = z.output<typeof NewAnimalTag>;

const { animalId: _, ...changeable } = animalTagFields;

/** Only the fields that are sent change. With `version`, the request is refused with `record.stale` if it has changed since. */
export const AnimalTagChange = z.object({ ...changeable, version: z.int() }).partial();
export type AnimalTagChange = z.output<typeof AnimalTagChange>;

/** An ear tag that an animal had before a tag change. `id` is that of the event. */
export const EarlierTag = z.object({
  id: z.string(),
  animalId: z.string(),
  number: z.string(),
  toDay: z.string(),
  createdAt: z.string(),
});
export type EarlierTag = z.infer<typeof EarlierTag>;

const ById = z.object({ id: Id });

export const animalTagRoutes = {
  listAnimalTags: route({
    method: 'GET',
    path: '/animal-tags',
    access: 'farm',
    needs: 'see',
    summary: 'List the identifiers of the animals besides their ear tags, newest first',
    query: Page.extend({ animalId: Id.optional() }),
    reply: z.array(AnimalTag),
    byRevision: true,
  }),
  listEarlierTags: route({
    method: 'GET',
    path: '/earlier-tags',
    access: 'farm',
    needs: 'see',
    summary: 'List the ear tags that animals had before a tag change, newest first',
    query: Page,
    reply: z.array(EarlierTag),
    byRevision: true,
  }),
  addAnimalTag: route({
    method: 'POST',
    path: '/animal-tags',
    access: 'farm',
    needs: 'keep',
    offline: true,
    summary: 'Add a number to an animal',
    body: NewAnimalTag,
    reply: AnimalTag,
    status: 201,
    errors: ['animals.not_found', 'create.conflict'],
  }),
  changeAnimalTag: route({
    method: 'PATCH',
    path: '/animal-tags/:id',
    access: 'farm',
    needs: 'keep',
    offline: true,
    summary: 'Change a number of an animal, or end it if the tag was lost; only the fields that are sent change',
    params: ById,
    body: AnimalTagChange,
    reply: AnimalTag,
    errors: ['tags.not_found', 'record.stale'],
  }),
  deleteAnimalTag: route({
    method: 'DELETE',
    path: '/animal-tags/:id',
    access: 'farm',
    needs: 'keep',
    offline: true,
    summary: 'Delete a number that was entered by mistake',
    params: ById,
    reply: Message,
    errors: ['tags.not_found'],
  }),
} as const;
