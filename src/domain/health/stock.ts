import { putOffKey } from '../records/chores.ts';
import { addDays, type CalendarDate } from '../values/dates.ts';
import { nameKey } from '../values/farm-lists.ts';
import { compareEvents } from '../records/order.ts';
import type { EventOf } from '../records/events.ts';
import type { ProductRecord, StockLine } from '../records/product.ts';
import { compareText, normalizeText } from '../values/text.ts';
import type { PutOff } from '../work/today.ts';

export type RecordedDose = Pick<
  EventOf<'treatment'>,
  'id' | 'day' | 'time' | 'createdAt' | 'productId' | 'productName' | 'dose' | 'unit' | 'batch'
>;

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
  /** Given of a product of that name without choosing the one of the cupboard, and not counted. */
  readonly namedOnly: number;
  /** More was given than was bought. */
  readonly isExceeded: boolean;
  /** Less than a fifth of the last purchase is left. */
  readonly isLow: boolean;
}

type HasStock = Pick<ProductRecord, 'name' | 'unit' | 'stock'> & { readonly id: string };

const key = (text: string | null): string => normalizeText(text ?? '');

const boughtIn = ({ bottles, amount }: StockLine): number => bottles * amount;

/** Sums of tenths and hundredths are rounded to what was meant. */
const rounded = (amount: number): number => Math.round(amount * 1e4) / 1e4;

/** The first day whose doses count; undefined if no product has stock that is in use. */
export function firstStockDay(products: readonly Pick<ProductRecord, 'stock'>[]): CalendarDate | undefined {
  const days = products.flatMap(({ stock }) => stock.filter(({ endedOn }) => endedOn === null).map(({ boughtOn }) => boughtOn));
  return days.toSorted()[0];
}

/** Finds the doses of a product, and those that name it without choosing it, since a farm may have very many of others. */
export function dosesByProduct(doses: readonly RecordedDose[]): (product: HasStock) => readonly RecordedDose[] {
  const keys = new Map<string, string>();
  const keyOf = (productName: string) => {
    const known = keys.get(productName) ?? `named ${nameKey(productName)}`;
    keys.set(productName, known);
    return known;
  };
  const groups = Map.groupBy(doses, ({ productId, productName }) => productId ?? keyOf(productName));
  return ({ id, name }) => [...(groups.get(id) ?? []), ...(groups.get(keyOf(name)) ?? [])];
}

/**
 * What is left of a product follows from its purchases and from the doses in the journal, so that a correction or an undone dose is put
 * back. A dose is taken from its batch, or else from purchases without a batch; one without a batch from what was bought first.
 */
export function stockLeft({ id, name, unit, stock }: HasStock, doses: readonly RecordedDose[]): StockLeft | undefined {
  if (stock.length === 0) return undefined;
  const lines = stock
    .map((line) => ({ line, left: boughtIn(line) }))
    .toSorted((a, b) => compareText(a.line.boughtOn, b.line.boughtOn));
  const inUseOn = (day: CalendarDate) =>
    lines.filter(({ line }) => line.boughtOn <= day && (line.endedOn === null || day <= line.endedOn));
  const named = nameKey(name);
  const isNamed = ({ productId, productName }: RecordedDose) =>
    productId === null && (productName === name || nameKey(productName) === named);
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
    namedOnly: doses.filter((dose) => isNamed(dose) && inUseOn(dose.day).length > 0).length,
    isExceeded,
    isLow: last !== undefined && left < boughtIn(last.line) / 5,
  };
}

interface Rest {
  readonly line: StockLine;
  left: number;
}

function sourcesOf({ batch }: RecordedDose, lines: readonly Rest[]): readonly Rest[] {
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

/** How long before its expiry a batch is said to expire soon. */
const soonDays = 30;
/** Nothing is said for longer after the last use or purchase, or after the expiry: the farm does without. */
const saidForDays = 90;

export type ExpiryState = 'expired' | 'soon' | 'later';

/** undefined for a purchase without an expiry date. */
export const expiryState = ({ expiry }: Pick<StockLine, 'expiry'>, today: CalendarDate): ExpiryState | undefined =>
  expiry === null ? undefined : expiry < today ? 'expired' : expiry <= addDays(today, soonDays) ? 'soon' : 'later';

export interface StockConcern<P extends HasStock = HasStock> {
  readonly product: P;
  readonly kind: 'empty' | 'expired' | 'soon' | 'low';
  /** The subject of the chore that postpones it. */
  readonly subject: string;
  /** When it expires or has expired; otherwise today. */
  readonly day: CalendarDate;
  /** Why it had been put off to a day that has come. */
  readonly reason: string | null;
}

interface Postponement {
  readonly putOffTo: CalendarDate | null;
  readonly reason: string | null;
}

export interface StockConcerns<P extends HasStock, C> {
  readonly due: readonly StockConcern<P>[];
  /** Those put off to a later day. */
  readonly putOff: readonly PutOff<C>[];
}

/** The products in use that are empty, low, expired or expire soon, each for the most urgent of these. */
export function stockConcerns<P extends HasStock & { readonly archivedAt: string | null }, C extends Postponement>(
  products: readonly P[],
  doses: readonly RecordedDose[],
  /** By `putOffKey`. */
  postponed: ReadonlyMap<string, C>,
  today: CalendarDate,
): StockConcerns<P, C> {
  const [due, putOff]: [StockConcern<P>[], PutOff<C>[]] = [[], []];
  const dosesOf = dosesByProduct(doses);
  for (const product of products) {
    const found = product.archivedAt === null ? concernOf(product, dosesOf(product), today) : undefined;
    if (!found) continue;
    const subject = ['stock', found.kind, found.day ?? [], product.id].flat().join(' ');
    const chore = postponed.get(putOffKey(subject, ''));
    const to = chore?.putOffTo ?? '';
    if (chore && to > today) putOff.push({ chore, to, animalIds: [] });
    else due.push({ product, kind: found.kind, subject, day: found.day ?? today, reason: chore?.reason ?? null });
  }
  return { due, putOff };
}

function concernOf(
  product: HasStock,
  doses: readonly RecordedDose[],
  today: CalendarDate,
): { readonly kind: StockConcern['kind']; readonly day?: CalendarDate } | undefined {
  const stock = stockLeft(product, doses);
  if (!stock || product.stock.every(({ endedOn }) => endedOn !== null)) return undefined;
  const since = addDays(today, -saidForDays);
  const expiry = stock.lines[0]?.line.expiry;
  const state = stock.lines[0] && expiryState(stock.lines[0].line, today);
  if (expiry && expiry >= since && (state === 'expired' || state === 'soon')) return { kind: state, day: expiry };
  const isMissed = [
    ...product.stock.map(({ boughtOn }) => boughtOn),
    ...doses.flatMap(({ productId, day }) => (productId === product.id ? day : [])),
  ].some((day) => day >= since);
  return stock.isLow && isMissed ? { kind: stock.left === 0 ? 'empty' : 'low' } : undefined;
}

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
