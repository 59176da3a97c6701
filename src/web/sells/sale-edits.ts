import type { Animal } from '#contract/animals.ts';
import { parseDollars } from '#domain/values/money.ts';
import { dollars } from '#web/lib/text/format.ts';
import { type Merge, mergeThreeWays, type MergeField } from '#web/lib/forms/three-way.ts';

export interface SaleCells {
  readonly forSale: boolean;
  /** Null when the input is not a number. */
  readonly price: string | null;
  readonly description: string;
}

export type SaleEdits = ReadonlyMap<string, SaleCells>;

type SaleFields = Pick<Animal, 'id' | 'forSale' | 'salePrice' | 'saleDescription'>;

export const storedCells = ({ forSale, salePrice, saleDescription }: Omit<SaleFields, 'id'>): SaleCells => ({
  forSale,
  price: salePrice === null ? '' : Number.isInteger(salePrice) ? String(salePrice) : salePrice.toFixed(2),
  description: saleDescription ?? '',
});

export const cellsOf = (edits: SaleEdits, animal: SaleFields): SaleCells => edits.get(animal.id) ?? storedCells(animal);

export function withEdit(edits: SaleEdits, animal: SaleFields, change: Partial<SaleCells>): SaleEdits {
  const cells = { ...cellsOf(edits, animal), ...change };
  const next = new Map(edits);
  if (isSame(cells, storedCells(animal))) next.delete(animal.id);
  else next.set(animal.id, cells);
  return next;
}

export const withReverted = (edits: SaleEdits, animal: SaleFields, column: keyof SaleCells): SaleEdits =>
  withEdit(edits, animal, { [column]: storedCells(animal)[column] });

/** Cells that were edited again during the save stay. */
export const withoutSaved = (edits: SaleEdits, saved: ReadonlyMap<string, SaleCells>): SaleEdits =>
  new Map([...edits].filter(([id, cells]) => saved.get(id) !== cells));

export const saleMergeFields: readonly MergeField<SaleCells>[] = [
  { label: 'For Sale', fields: ['forSale'] },
  { label: 'Price', fields: ['price'] },
  { label: 'Description', fields: ['description'] },
];

export const mergeCells = (read: SaleFields, typed: SaleCells, current: SaleFields): Merge<SaleCells> => {
  const base = storedCells(read);
  const mine = centsOf(typed.price) === centsOf(base.price) ? { ...typed, price: base.price } : typed;
  return mergeThreeWays(saleMergeFields, { base, mine, theirs: storedCells(current) });
};

export function withTheirs(edits: SaleEdits, read: SaleFields, current: SaleFields): SaleEdits {
  const typed = edits.get(current.id);
  return typed ? withEdit(edits, current, mergeCells(read, typed, current).values) : edits;
}

export interface SaleDraft {
  readonly read: SaleFields;
  readonly cells: SaleCells;
}

export const draftOf = (edits: SaleEdits, animals: readonly SaleFields[]): readonly SaleDraft[] =>
  animals.flatMap(({ id, forSale, salePrice, saleDescription }) => {
    const cells = edits.get(id);
    return cells ? [{ read: { id, forSale, salePrice, saleDescription }, cells }] : [];
  });

/** `changes` describes what somebody else has changed since the draft was stored. */
export function editsOf(
  draft: readonly SaleDraft[],
  animals: readonly SaleFields[],
): { readonly edits: SaleEdits; readonly changes: ReadonlyMap<string, string> } {
  let edits: SaleEdits = new Map(draft.map(({ read, cells }) => [read.id, cells]));
  const changes = new Map<string, string>();
  for (const { read, cells } of draft) {
    const current = animals.find(({ id }) => id === read.id);
    const change = current && theirChange(read, cells, current);
    if (current) edits = withTheirs(edits, read, current);
    if (change !== undefined && edits.has(read.id)) changes.set(read.id, change);
  }
  return { edits, changes };
}

export function theirChange(read: SaleFields, typed: SaleCells, current: SaleFields): string | undefined {
  const { fromTheirs, conflicts } = mergeCells(read, typed, current);
  if (fromTheirs.length + conflicts.length === 0) return undefined;
  const fields = saleMergeFields
    .filter((field) => fromTheirs.includes(field) || conflicts.includes(field))
    .map(({ label }) => describeField(label, current));
  const what = `Changed elsewhere: ${fields.join(', ')}.`;
  return `${what} Save again to keep ${conflicts.length > 0 ? 'yours' : 'both'}.`;
}

function describeField(label: string, { forSale, salePrice, saleDescription }: SaleFields): string {
  if (label === 'For Sale') return forSale ? 'for sale' : 'not for sale';
  if (label === 'Price') return salePrice === null ? 'no price' : `price ${dollars(salePrice)}`;
  return saleDescription === null ? 'no description' : `description “${saleDescription}”`;
}

const isSame = (a: SaleCells, b: SaleCells): boolean =>
  a.forSale === b.forSale && a.description === b.description && centsOf(a.price) === centsOf(b.price);

/** Cents, so that 1250 and 1250.00 are equal; null for no price. Text that is no price is compared as it is. */
const centsOf = (price: string | null): number | null | string =>
  price === '' ? null : price === null ? 'unreadable' : (parseDollars(price) ?? price);

export function validateSale({ price }: SaleCells): string | undefined {
  if (price === '' || (price !== null && parseDollars(price) !== undefined)) return undefined;
  return 'The price must be a number between 0 and 1,000,000 with at most two decimals.';
}

/** The marketplace shows only animals with a price. */
export const lacksPrice = ({ forSale, price }: SaleCells): boolean => forSale && price === '';

export const saleBody = ({ forSale, price, description }: SaleCells) => ({
  forSale,
  salePrice: price === '' ? null : price,
  saleDescription: description === '' ? null : description,
});

/** The offer of a row that is closed. A price of 0 is one, as buyers see it. */
export function offerText(cells: SaleCells): string {
  const { forSale, price } = cells;
  if (!forSale) return 'Not for sale';
  return price && validateSale(cells) === undefined ? `For sale ${dollars(Number(price))}` : 'For sale, no price';
}
