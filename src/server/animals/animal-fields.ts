import type { AnimalRecord } from '#domain/records/animal.ts';
import { toRow } from '#server/db/record-columns.ts';
import type { AnimalColumns, NewAnimalRow } from './animals.queries.ts';

export const offerFields = ['forSale', 'salePriceCents', 'saleDescription'] as const satisfies readonly (keyof AnimalRecord)[];

type SaleFields = Pick<AnimalRecord, (typeof offerFields)[number] | 'status'>;
const notForSale: SaleFields = { forSale: false, salePriceCents: null, saleDescription: null, status: 'active' };

/** Whether a change offers an animal for sale, marks it as sold, or reverts either. */
export const changesSale = (after: SaleFields, before: SaleFields = notForSale): boolean =>
  offerFields.some((name) => before[name] !== after[name]) || (before.status === 'sold') !== (after.status === 'sold');

export const toColumns = (fields: Partial<AnimalRecord>, selected: ReadonlySet<keyof AnimalRecord>): AnimalColumns =>
  toRow(Object.fromEntries([...selected].map((name) => [name, fields[name]])));

export function newAnimalRow(
  id: string,
  fields: AnimalRecord,
  { createDigest, now, importId = null }: { createDigest: string; now: string; importId?: string | null },
): NewAnimalRow {
  return {
    ...toRow(fields),
    id,
    import_id: importId,
    create_digest: createDigest,
    version: 1,
    created_at: now,
    updated_at: now,
  };
}
