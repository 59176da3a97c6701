import { z } from 'zod';
import { animalStatuses, healthStatuses, sexes, speciesList } from '#domain/animals.ts';
import { Id, Message, optionalDate, optionalDollars, optionalText, optionalWebAddress, Page, requiredText } from './common.ts';
import { route } from './route.ts';

export const Species = z.enum(speciesList, 'Choose goat or sheep');
export const Sex = z.enum(sexes, 'Choose male or female');
export const AnimalStatus = z.enum(animalStatuses, 'Choose active, sold or died');
export const HealthStatus = z.enum(healthStatuses, 'Choose a health status from 1 to 5');

/** An animal of the farm. Prices are in dollars, weights in grams, dates in `yyyy-MM-dd`. */
export const Animal = z.object({
  id: z.string(),
  tagNumber: z.string(),
  name: z.string().nullable(),
  species: Species,
  sex: Sex,
  birthDate: z.string().nullable(),
  /** Set if only the year of birth is known; `birthDate` is then null. */
  birthYear: z.int().nullable(),
  breed: z.string().nullable(),
  color: z.string().nullable(),
  motherId: z.string().nullable(),
  fatherId: z.string().nullable(),
  pedigreeUrl: z.string().nullable(),
  vaccinated: z.boolean(),
  imageUrl: z.string().nullable(),
  notes: z.string().nullable(),
  status: AnimalStatus,
  healthStatus: HealthStatus,
  forSale: z.boolean(),
  salePrice: z.number().nullable(),
  /** Always equal to `salePrice`. */
  forSalePrice: z.number().nullable(),
  saleDescription: z.string().nullable(),
  birthWeightGrams: z.int().nullable(),
  weaningWeightGrams: z.int().nullable(),
  weaningAgeDays: z.int().nullable(),
  /** True for an outside parent, which the farm does not keep: it is in no list or count and not under the animal limit. */
  isReference: z.boolean(),
  /** Incremented with every change of the animal. */
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Animal = z.infer<typeof Animal>;

const badWeight = 'Must be a weight between 1 g and 500 kg';
const grams = z.int(badWeight).min(1, badWeight).max(500_000, badWeight).nullable();
const badYear = 'Must be a year from 1980 on';
const badAge = 'Must be a number of days between 1 and 1000';

/** The fields of an animal with their validation, shared by requests and archives. */
export const animalFields = {
  tagNumber: requiredText(100, 'Tag number is required'),
  name: optionalText(100),
  species: Species,
  sex: Sex,
  birthDate: optionalDate,
  birthYear: z.int(badYear).min(1980, badYear).max(2200, badYear).nullable(),
  breed: optionalText(100),
  color: optionalText(100),
  motherId: Id.nullable(),
  fatherId: Id.nullable(),
  pedigreeUrl: optionalWebAddress,
  vaccinated: z.boolean(),
  imageUrl: optionalText(2048),
  notes: optionalText(2000),
  status: AnimalStatus,
  healthStatus: HealthStatus,
  forSale: z.boolean(),
  salePrice: optionalDollars,
  forSalePrice: optionalDollars,
  saleDescription: optionalText(2000),
  birthWeightGrams: grams,
  weaningWeightGrams: grams,
  weaningAgeDays: z.int(badAge).min(1, badAge).max(1000, badAge).nullable(),
  isReference: z.boolean(),
};

// Rule 4 defines `forSalePrice` as another name of `salePrice`, which takes precedence if both are sent.
const onePrice = <T extends { salePrice?: number | null | undefined; forSalePrice?: number | null | undefined }>({
  forSalePrice,
  ...rest
}: T): Omit<T, 'forSalePrice'> =>
  rest.salePrice === undefined && forSalePrice !== undefined ? { ...rest, salePrice: forSalePrice } : rest;

/** A new animal. `salePrice` is in dollars. With an `id` made by the client, sending the request again adds nothing. */
export const NewAnimal = z
  .object({ ...animalFields, id: Id })
  .partial()
  .required({ tagNumber: true, species: true, sex: true })
  .transform(onePrice);
export type NewAnimal = z.output<typeof NewAnimal>;

/**
 * Only the fields that are sent change. With `version`, the request is refused with `record.stale` if the animal has changed
 * since it was read.
 */
export const AnimalChange = z
  .object({ ...animalFields, version: z.int() })
  .partial()
  .transform(onePrice);
export type AnimalChange = z.output<typeof AnimalChange>;

const ById = z.object({ id: Id });

export const animalRoutes = {
  listAnimals: route({
    method: 'GET',
    path: '/animals',
    access: 'farm',
    needs: 'see',
    summary: 'List the animals of the farm, newest first, without outside parents',
    query: Page,
    reply: z.array(Animal),
    byRevision: true,
  }),
  listReferenceAnimals: route({
    method: 'GET',
    path: '/reference-animals',
    access: 'farm',
    needs: 'see',
    summary: 'List the outside parents, which the farm does not keep, newest first',
    query: Page,
    reply: z.array(Animal),
    byRevision: true,
  }),
  readAnimal: route({
    method: 'GET',
    path: '/animals/:id',
    access: 'farm',
    needs: 'see',
    summary: 'Read an animal',
    params: ById,
    reply: Animal,
    errors: ['animals.not_found'],
  }),
  addAnimal: route({
    method: 'POST',
    path: '/animals',
    access: 'farm',
    needs: 'keep',
    summary: 'Add an animal or, with `isReference`, an outside parent',
    body: NewAnimal,
    reply: Animal,
    status: 201,
    errors: ['plan.limit_reached', 'create.conflict', 'farm.full'],
  }),
  changeAnimal: route({
    method: 'PATCH',
    path: '/animals/:id',
    access: 'farm',
    needs: 'keep',
    summary: 'Change an animal; only the fields that are sent change',
    params: ById,
    body: AnimalChange,
    reply: Animal,
    errors: ['animals.not_found', 'plan.limit_reached', 'record.stale', 'farm.full'],
  }),
  deleteAnimal: route({
    method: 'DELETE',
    path: '/animals/:id',
    access: 'farm',
    needs: 'manage',
    summary: 'Delete an animal with its records; its offspring remain without this parent',
    params: ById,
    reply: Message,
    errors: ['animals.not_found'],
  }),
} as const;
