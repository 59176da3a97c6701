import type { CalendarDate } from './dates.ts';
import { compareEvents } from './journal/order.ts';
import type { EventOf } from './records/events.ts';
import type { ProductRecord, StockLine } from './records/product.ts';
import { compareText, normalizeText } from './text.ts';

export type GivenDose = Pick<EventOf<'treatment'>, 'id' | 'day' | 'time' | 'createdAt' | 'productId' | 'dose' | 'unit' | 'batch'>;

export interface LineLeft {
  readonly line: StockLine;
  /** In the product's unit. */
  readonly left: number;
}

export interface StockLeft {
  /** What the farm still has, the purchase that is used first before the others. */
  readonly lines: readonly LineLeft[];
  readonly left: number;
  /** What was bought with `lines`. */
  readonly of: number;
  /** Given without an amount, or in another unit than that of the product. */
  readonly uncounted: number;
  /** More was given than was bought. */
  readonly isExceeded: boolean;
  /** Less than a fifth of the last purchase is left. */
  readonly isLow: boolean;
}

type HasStock = Pick<ProductRecord, 'unit' | 'stock'> & { readonly id: string };

const key = (text: string | null): string => normalizeText(text ?? '');

const boughtIn = ({ bottles, amount }: StockLine): number => bottles * amount;

/** Sums of tenths and hundredths are rounded to what was meant. */
const rounded = (amount: number): number => Math.round(amount * 1e4) / 1e4;

/** The first day whose doses count; undefined if no product has stock that is in use. */
export function firstStockDay(products: readonly Pick<ProductRecord, 'stock'>[]): CalendarDate | undefined {
  const days = products.flatMap(({ stock }) => stock.filter(({ endedOn }) => endedOn === null).map(({ boughtOn }) => boughtOn));
  return days.toSorted()[0];
}

/**
 * What is left of a product follows from its purchases and from the doses in the journal, so that a correction or an undone dose is put
 * back. A dose is taken from its batch, or else from purchases without a batch; one without a batch from what was bought first.
 */
export function stockLeft({ id, unit, stock }: HasStock, doses: readonly GivenDose[]): StockLeft | undefined {
  if (stock.length === 0) return undefined;
  const lines = stock
    .map((line) => ({ line, left: boughtIn(line) }))
    .toSorted((a, b) => compareText(a.line.boughtOn, b.line.boughtOn));
  const inUseOn = (day: CalendarDate) =>
    lines.filter(({ line }) => line.boughtOn <= day && (line.endedOn === null || day <= line.endedOn));
  const ofProduct = doses.filter(({ productId }) => productId === id).toSorted(compareEvents);
  let uncounted = 0;
  let isExceeded = false;
  for (const dose of ofProduct) {
    const sources = sourcesOf(dose, inUseOn(dose.day));
    if (sources.length === 0) continue;
    if (dose.dose === null || (dose.unit !== null && key(dose.unit) !== key(unit))) uncounted += 1;
    else if (takeFrom(sources, dose.dose) > 0) isExceeded = true;
  }
  const stillThere = lines.filter(({ line, left }) => line.endedOn === null && left > 0);
  const inOrder = stillThere.toSorted((a, b) => compareExpiry(a.line, b.line));
  const left = rounded(stillThere.reduce((sum, line) => sum + line.left, 0));
  const last = lines.at(-1);
  return {
    lines: inOrder,
    left,
    of: rounded(stillThere.reduce((sum, { line }) => sum + boughtIn(line), 0)),
    uncounted,
    isExceeded,
    isLow: last !== undefined && left < boughtIn(last.line) / 5,
  };
}

interface Rest {
  readonly line: StockLine;
  left: number;
}

function sourcesOf({ batch }: GivenDose, lines: readonly Rest[]): readonly Rest[] {
  if (batch === null) return lines;
  const ofBatch = lines.filter(({ line }) => key(line.batch) === key(batch));
  return ofBatch.length > 0 ? ofBatch : lines.filter(({ line }) => line.batch === null);
}

/** Returns what is missing. */
function takeFrom(sources: readonly Rest[], dose: number): number {
  let missing = dose;
  for (const source of sources) {
    const taken = Math.min(source.left, missing);
    source.left = rounded(source.left - taken);
    missing = rounded(missing - taken);
  }
  return missing;
}

/** After every day. */
const never = '9999-99-99';

const compareExpiry = (a: StockLine, b: StockLine): number => compareText(a.expiry ?? never, b.expiry ?? never);

interface Batch {
  readonly batch: string | null;
  readonly expiry: CalendarDate | null;
}

/** The batch that is proposed for the next dose: that of the last use while something of it is left, or else the one that expires first. */
export function nextBatch(last: Batch | undefined, stock: StockLeft | undefined, today: CalendarDate): Batch | undefined {
  if (stock === undefined) return last;
  const isThere = stock.lines.some(({ line }) => line.batch === null || key(line.batch) === key(last?.batch ?? null));
  if (last && last.batch !== null && isThere) return last;
  const next = stock.lines.find(({ line }) => line.expiry === null || line.expiry >= today) ?? stock.lines[0];
  return next && { batch: next.line.batch, expiry: next.line.expiry };
}
