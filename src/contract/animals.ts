import { z } from 'zod';
import { animalFields } from '#domain/records/animal.ts';
import { field, storedForms } from '#domain/records/fields.ts';
import { CalendarDate, Id, NewId, optionalDollars, optionalText } from '#domain/records/values.ts';
import { Message, Page } from './common.ts';
import { route } from './route.ts';
import type { Dollars, Cents } from '#domain/values/units.ts';

export { AnimalStatus, HealthStatus, Sex, Species } from '#domain/records/animal.ts';

// Rule 4 defines `forSalePrice` as another name of `salePrice`.
const { salePriceCents: _, ...sharedFields } = animalFields;
const price = field(optionalDollars, { kind: 'price', label: 'Price', unset: null });
const wireFields = { ...sharedFields, salePrice: price, forSalePrice: price };

const dollars: z.ZodType<Dollars | null> = z.number().nullable();

/** An animal of the farm. Prices are in the currency of the installation, weights in grams, dates in `yyyy-MM-dd`. */
export const Animal = z.object({
  id: z.string(),
  ...storedForms(sharedFields),
  salePrice: dollars,
  /** Always equal to `salePrice`. */
  forSalePrice: dollars,
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Animal = z.infer<typeof Animal>;

interface Prices {
  readonly salePrice?: Cents | null | undefined;
  readonly forSalePrice?: Cents | null | undefined;
}

/** `salePrice` takes precedence if both are sent. */
function onePrice<T extends Prices>({ salePrice, forSalePrice, ...rest }: T) {
  const salePriceCents = salePrice === undefined ? forSalePrice : salePrice;
  return { ...rest, ...(salePriceCents !== undefined && { salePriceCents }) };
}

/** A new animal. With an `id` made by the client, sending the request again adds nothing. */
export const NewAnimal = z
  .object({ ...wireFields, id: NewId })
  .partial()
  .required({ tagNumber: true, species: true, sex: true })
  .transform(onePrice);
export type NewAnimal = z.output<typeof NewAnimal>;

/**
 * Only the fields that are sent change. With `version`, the request is refused with `record.stale` if the animal has changed
 * since it was read. `reason`: why an animal is sold or offered during a withdrawal. `day`: when it was sold, died or was offered;
 * defaults to today in UTC.
 */
export const AnimalChange = z
  .object({ ...wireFields, version: z.int(), reason: optionalText(500), day: CalendarDate })
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
    offline: true,
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
    offline: true,
    summary: 'Change an animal; only the fields that are sent change',
    params: ById,
    body: AnimalChange,
    reply: Animal,
    errors: ['animals.not_found', 'animals.in_withdrawal', 'plan.limit_reached', 'record.stale', 'farm.full'],
  }),
  deleteAnimal: route({
    method: 'DELETE',
    path: '/animals/:id',
    access: 'farm',
    needs: 'manage',
    offline: true,
    summary: 'Delete an animal with its records; its offspring remain without this parent',
    params: ById,
    reply: Message,
    errors: ['animals.not_found'],
  }),
} as const;
