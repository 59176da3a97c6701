import { z } from 'zod';
import { storedForms } from '#domain/records/fields.ts';
import { productFields } from '#domain/records/product.ts';
import { Id } from '#domain/records/values.ts';
import { Page } from './common.ts';
import { route } from './route.ts';

export const Product = z.object({
  id: z.string(),
  ...storedForms(productFields),
  /** When it was archived; null while it is in use. */
  archivedAt: z.string().nullable(),
  version: z.int(),
  createdAt: z.string(),
});
export type Product = z.infer<typeof Product>;

/** With an `id` made by the client, sending the request again adds nothing. */
export const NewProduct = z
  .object({ ...productFields, id: Id })
  .partial()
  .required({ name: true, kind: true });
export type NewProduct = z.output<typeof NewProduct>;

/**
 * Only the fields that are sent change; `isArchived` archives or restores it. With `version`, the request is refused with
 * `record.stale` if it has changed since it was read.
 */
export const ProductChange = z.object({ ...productFields, isArchived: z.boolean(), version: z.int() }).partial();
export type ProductChange = z.output<typeof ProductChange>;

export const productRoutes = {
  listProducts: route({
    method: 'GET',
    path: '/products',
    access: 'farm',
    needs: 'see',
    summary: 'List the products of the farm, newest first, including archived ones',
    query: Page,
    reply: z.array(Product),
    byRevision: true,
  }),
  addProduct: route({
    method: 'POST',
    path: '/products',
    access: 'farm',
    needs: 'keep',
    offline: true,
    summary: 'Add a product',
    body: NewProduct,
    reply: Product,
    status: 201,
    errors: ['create.conflict', 'farm.full'],
  }),
  changeProduct: route({
    method: 'PATCH',
    path: '/products/:id',
    access: 'farm',
    needs: 'keep',
    offline: true,
    summary: 'Change, archive or restore a product; what was recorded with it does not change',
    params: z.object({ id: Id }),
    body: ProductChange,
    reply: Product,
    errors: ['products.not_found', 'record.stale'],
  }),
} as const;
