import { z } from 'zod';
import { productFields } from '#domain/records/product.ts';
import { entryChangeOf, entryOf, listRoutes, newEntryOf } from './farm-lists.ts';

export const Product = entryOf(productFields, 'When it was archived; null while it is in use');
export type Product = z.infer<typeof Product>;

/** With an `id` made by the client, sending the request again adds nothing. */
export const NewProduct = newEntryOf(productFields).required({ name: true, kind: true });
export type NewProduct = z.output<typeof NewProduct>;

/**
 * Only the fields that are sent change; `isArchived` archives or restores it. With `version`, the request is refused with
 * `record.stale` if it has changed since it was read.
 */
export const ProductChange = entryChangeOf(productFields);
export type ProductChange = z.output<typeof ProductChange>;

export const productRoutes = listRoutes({
  name: 'products',
  needs: 'keep',
  entry: Product,
  added: NewProduct,
  change: ProductChange,
  summaries: {
    list: 'List the products of the farm, newest first, including archived ones',
    add: 'Add a product',
    change: 'Change, archive or restore a product; what was recorded with it does not change',
  },
});
