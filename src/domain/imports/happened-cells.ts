import { stateLabels } from '../breeding/matings.ts';
import { isEventField, targets, type EventField } from './fields.ts';
import { addDays, type CalendarDate } from '../values/dates.ts';
import { breedingOutcomes } from '../records/breeding.ts';
import { maxWithdrawalDays, type WithdrawalProduct } from '../records/event-names.ts';
import { eventKinds } from '../records/events.ts';
import { infoOf, type Fields } from '../records/fields.ts';
import { maxWeightLbs } from '../values/weights.ts';
import { milkUnit, parseDays, parsePrice, toPlainNumber, unitInHeading } from './amounts.ts';
import type { CellContext } from './cell-context.ts';
import { dayOf, dayOfHeading, gramsOf, isOfOpenUnit, noteLine, oneLine, textUpTo, valueOfKind } from './cell-context.ts';
import { parseYesNo, rewrittenNumber } from './cell-values.ts';
import { namesSlaughter, splitWords, withdrawalIn } from './heading-words.ts';
import { byWord, normalizeWord } from './vocabulary.ts';

export type HappenedField = EventField | 'weight' | 'weighingDate' | 'castratedOn';

export const isHappened = (field: string): field is HappenedField =>
  isEventField(field) || field === 'weight' || field === 'weighingDate';

export const happenedDays = [
  'eventDay',
  'treatedOn',
  'vaccinatedOn',
  'weighingDate',
  'statusDate',
  'soldOn',
  'diedOn',
  'arrivedOn',
  'weanedOn',
  'castratedOn',
  'inDay',
] as const satisfies readonly HappenedField[];
export const isHappenedDay = (field: string): boolean => (happenedDays as readonly string[]).includes(field);

export type Value = string | number | boolean;
/** Why a cell makes an event useless. */
interface Wrong {
  readonly why: string;
}

export interface Withdrawal {
  readonly product: WithdrawalProduct;
  /** 0 is no withdrawal, which is another answer than none recorded. */
  readonly days: number | null;
  readonly clearOn: CalendarDate | null;
}

/** What the cells of a row tell of one day: that of their headings, or those in the row. */
export class Happened {
  readonly headingDay: CalendarDate | null | undefined;
  readonly values = new Map<HappenedField, Value>();
  readonly withdrawals = new Map<WithdrawalProduct, Withdrawal>();
  readonly wrong = new Map<HappenedField, string>();
  /** The cells as lines of a note. */
  readonly lines = new Map<HappenedField, string>();
  readonly notes: string[] = [];

  constructor(headingDay?: CalendarDate | null) {
    this.headingDay = headingDay;
  }
}

/** What the row tells of the day in the heading of a column. */
export function happenedOn(all: Map<string, Happened>, context: CellContext): Happened {
  const { heading, day } = context.column;
  const key = isNamedByHeading(context.column) ? heading : (day ?? '');
  const known = all.get(key);
  if (known) return known;
  const happened = new Happened(day === undefined ? undefined : (dayOfHeading(day, context) ?? null));
  all.set(key, happened);
  return happened;
}

/** A column for each vaccine or medicine, with the days in its cells or in its heading. */
const isNamedByHeading = ({ field, day }: CellContext['column']): boolean =>
  field === 'vaccinatedOn' || (day !== undefined && (field === 'product' || field === 'vaccine'));

export function readHappened(cell: string, field: HappenedField, happened: Happened, context: CellContext): void {
  // A tick under a vaccine tells no day.
  const isGiven = field === 'vaccinatedOn' ? parseYesNo(cell) : undefined;
  const into = isGiven === true ? 'vaccine' : field;
  const line = noteLine(cell, context);
  const before = happened.lines.get(into);
  happened.lines.set(into, before === undefined ? line : `${before}\n${line}`);
  if (field === 'vaccinatedOn' && isGiven !== false) happened.values.set('vaccine', vaccineIn(context.column.heading));
  if (isGiven !== undefined) return;
  const value = isHappenedDay(field)
    ? readDay(cell, happened, context)
    : (isNamedByHeading(context.column) ? readGiven : (readers[field] ?? readByInfo(field)))(cell, context, happened);
  if (typeof value === 'object') happened.wrong.set(field, value.why);
  else if (value !== undefined) {
    happened.values.set(field, value);
    if (field === 'diedOn' && namesSlaughter(context.column.heading)) happened.values.set('cause', 'slaughter');
  }
}

/** `CD&T date`, `Last rabies`. */
const vaccineIn = (heading: string): string =>
  oneLine(heading.replaceAll(/\b(?:date|day|last|given|on|of)\b/gi, ' ')).trim() || heading;

/** Under `Ivermectin 3/15/2026 (ml)` a number is the dose; `skipped` and `too young` are only kept. */
const readGiven: Reader = (cell, context, happened) => {
  const { heading, day = '' } = context.column;
  const isGiven = parseYesNo(cell) ?? (/^given$/i.test(cell) || undefined);
  const dose = isGiven === undefined ? doseReader(cell, context, happened) : undefined;
  if (typeof dose === 'number') happened.values.set('dose', dose);
  else if (isGiven === false) return undefined;
  else if (isGiven === undefined) {
    if (dayOf(cell, context) === undefined) return undefined;
    happened.notes.push(noteLine(cell, context));
  }
  return vaccineIn(heading.replace(day, ' ').replaceAll(/\([^()]*\)/g, ' '));
};

type Reader = (cell: string, context: CellContext, happened: Happened) => Value | Wrong | undefined;

const dayReader: Reader = (cell, context) => futureDayOf(cell, context) ?? { why: `'${cell}' is no day.` };

function readDay(cell: string, { values }: Happened, context: CellContext): Value | Wrong {
  const [day, time] = [dayOf(cell, context), timeIn(cell)];
  if (time !== null && !values.has('time')) values.set('time', time);
  return day ?? { why: `'${cell}' is no day.` };
}

/** By the description of the event's field. */
const readByInfo =
  (field: HappenedField): Reader =>
  (cell, context) => {
    const [{ kind, name } = { kind: 'note' as const, name: null }] = targets.get(field) ?? [];
    if (name === null) return parseYesNo(cell) === false ? undefined : true;
    const schema = (eventKinds[kind].fields as Fields)[name];
    if (!schema) return undefined;
    const parsed = schema.safeParse(valueOfKind(infoOf(schema).kind, oneLine(cell), context));
    return parsed.success && parsed.data !== null ? (parsed.data as Value) : undefined;
  };

const setWithdrawal = ({ withdrawals }: Happened, product: WithdrawalProduct, part: Partial<Withdrawal>): void => {
  const known = withdrawals.get(product);
  // Of two intervals the longer one holds.
  const longer = Math.max(known?.days ?? -1, part.days ?? -1);
  withdrawals.set(product, { product, clearOn: null, ...known, ...part, days: longer === -1 ? null : longer });
};

const withdrawal =
  (...products: WithdrawalProduct[]): Reader =>
  (cell, { column }, happened) => {
    const named = cell.split(/[/,;&+]|\band\b/).map((part) => namedWithdrawal(part, column.heading));
    if (named.every((each) => each !== undefined)) {
      for (const { product, days } of named) setWithdrawal(happened, product, { days });
      return cell;
    }
    const read = withdrawalDays(cell, column.heading);
    if (read === undefined) return { why: `'${cell}' is no number of days for the withdrawal of ${products.join(' and ')}.` };
    for (const product of products) setWithdrawal(happened, product, { days: read });
    return read;
  };

/** `28 d meat`, `milk: 96 hours`. */
function namedWithdrawal(part: string, heading: string) {
  const [product, ...others] = withdrawalIn(`withdrawal ${part}`)?.of ?? [];
  const words = splitWords(part.replace(/[.,]0+(?!\d)/, '')).filter(
    (word) => !/^(?:meat|milk|slaughter|fib(?:re|er)|wool|for|in|of)$/.test(word),
  );
  const days = withdrawalDays(words.join(' '), heading);
  return product && others.length === 0 && days !== undefined ? { product, days } : undefined;
}

/** The cell of a withdrawal that ends after the last dose of a course. */
export const courseOpenCell = 'Course open';

const clearOn =
  (product: WithdrawalProduct): Reader =>
  (cell, context, happened) => {
    const day = futureDayOf(cell, context);
    const read = day === undefined ? withdrawalDays(cell, '') : undefined;
    if (cell === courseOpenCell) setWithdrawal(happened, product, {});
    else if (day !== undefined) setWithdrawal(happened, product, { clearOn: day });
    else if (read !== undefined) setWithdrawal(happened, product, { days: read });
    else return { why: `'${cell}' is no day on which the ${product} is clear.` };
    return cell;
  };

/** Days, weeks, hours or milkings, of which there are two a day; parts of a day count as a day. */
function withdrawalDays(cell: string, heading: string): number | undefined {
  const words = cell.trim().toLowerCase();
  if (/^(?:nil|none|no|zero|0+(?:[.,]0+)?)\s*(?:days?|d|hours?|hrs?|h|milkings?)?\.?$/.test(words)) return 0;
  const [, number = '', own = ''] = /^(\d{1,4})(?:[.,]0+)?\s*(\p{L}*)\.?$/u.exec(words) ?? [];
  if (number === '') return undefined;
  // 'Milk w/h' is no hour.
  const inHeading = splitWords(heading.replaceAll(/\bw ?\/ ?[hd]\b/gi, ' '));
  const [unit = 'd'] = splitWords(own || (inHeading.findLast((word) => /^(?:hours?|hrs?|h|milkings?)$/.test(word)) ?? 'd'));
  const read = unit.startsWith('h')
    ? Math.ceil(Number(number) / 24)
    : /^m(?:ilk|$)/.test(unit)
      ? Math.ceil(Number(number) / 2)
      : parseDays(`${number} ${unit}`);
  return read !== undefined && read <= maxWithdrawalDays ? read : undefined;
}

/** Weights of milk are converted with its density. */
const kgPerLitre = 1.03;

function millilitresOf(cell: string, { facts, column }: CellContext): number | undefined {
  const [, number = '', own = ''] = /^([\d.,]+)\s*([a-z]*)\.?$/i.exec(cell.trim()) ?? [];
  const value = Number(toPlainNumber(number, facts.decimalComma ?? false));
  const unit = (own || milkUnit(column.heading) || (facts.unit ?? '')).toLowerCase();
  if (Number.isNaN(value)) return undefined;
  if (unit.startsWith('ml')) return Math.round(value);
  if (/^l(?:it|$)/.test(unit)) return Math.round(value * 1000);
  if (unit.startsWith('kg')) return Math.round((value * 1000) / kgPerLitre);
  return /^(?:lb|pound)/.test(unit) ? Math.round((value * 453.592) / kgPerLitre) : undefined;
}

const scanWords = byWord({
  open: 'nil|none|empty|open|dry|negative|neg|not pregnant|barren|mt|e|leer|vacia|vazia|vide|leeg|gust|vuota',
  pregnant:
    'pregnant|preg|positive|pos|in lamb|in kid|bred|multiple|multiples|multi|m|p|tragend|trachtig|gestante|prenha|prenhe|pleine|dragtig|drachtig|gravida',
  unsure: 'unsure|unclear|recheck',
  1: '1|single|singles|sgl|s|one|simple|einling|eenling',
  2: '2|twin|twins|tw|t|two|double|dbl|doble|zwilling|zwillinge|tweeling',
  3: '3|triplet|triplets|tr|trip|three|triple|drilling|drillinge|drieling',
  4: '4|quad|quads|qd|four',
  5: '5',
  6: '6',
  7: '7',
  8: '8',
});

/** `Done` and `not yet` say whether it was scanned, and `F` beside the `T` of twins says nothing. */
const noResults = /^(?:done|never|not|not yet|f)$/;

export function scanOf(cell: string) {
  if (/^-\d/.test(cell)) return undefined;
  const word = normalizeWord(cell);
  const said = scanWords.get(word);
  if (said !== undefined) return /\d/.test(said) ? { result: 'pregnant', young: Number(said) } : { result: said, young: null };
  const answer = noResults.test(word) ? undefined : parseYesNo(word);
  return answer === undefined ? undefined : { result: answer ? 'pregnant' : 'open', young: null, isTick: answer };
}

/** `27` may be the year 2027. */
export const futureDayOf = (cell: string, context: CellContext): CalendarDate | undefined =>
  dayOf(cell, { ...context, today: `${Number(context.today.slice(0, 4)) + 15}-12-31` });

/** The last day of the month where the cell says no day: `03/2027`, `Jun-27`. */
function expiryOf(cell: string, context: CellContext): CalendarDate | undefined {
  const [, month = '', year = ''] = /^(\d{1,2}|[a-z]{3,9})[ /.'’-]{1,3}(?:20)?(\d{2})$/i.exec(cell) ?? [];
  if (month === '') return futureDayOf(cell, context);
  const first = futureDayOf(/\d/.test(month) ? `20${year}-${month.padStart(2, '0')}-01` : `1 ${month} 20${year}`, context);
  return first && addDays(`${addDays(first, 31).slice(0, 8)}01`, -1);
}

function price(cell: string, { facts }: CellContext): number | undefined {
  const cents = parsePrice(cell, facts.decimalComma ?? false);
  return cents === undefined ? undefined : cents / 100;
}

const readers: Readonly<Partial<Record<HappenedField, Reader>>> = {
  time: (cell) => timeIn(cell) ?? undefined,
  responsible: textUpTo(100),
  stayName: textUpTo(100),
  outDay: dayReader,
  bornOn: dayReader,
  // That a mating has ended follows from the other records.
  outcome: (cell) =>
    cell.toLowerCase() === stateLabels.ended.toLowerCase()
      ? 'pending'
      : breedingOutcomes.find((outcome) => outcome === cell.toLowerCase()),
  party: textUpTo(200),
  cause: textUpTo(200),
  castrationMethod: (cell) => castrationMethods.find(([words]) => words.test(cell))?.[1],
  place: textUpTo(100),
  group: textUpTo(100),
  weight: (cell, context) =>
    gramsOf(cell, context) ?? {
      why: isOfOpenUnit(cell, context)
        ? 'Say above in which unit it was weighed.'
        : (rewrittenNumber(cell) ?? `'${cell}' is not a weight between 1 g and ${maxWeightLbs} lbs.`),
    },
  dose: doseReader,
  meatDays: withdrawal('meat'),
  milkDays: withdrawal('milk'),
  bothDays: withdrawal('meat', 'milk'),
  fibreDays: withdrawal('fibre'),
  meatClearOn: clearOn('meat'),
  milkClearOn: clearOn('milk'),
  fibreClearOn: clearOn('fibre'),
  expiry: expiryOf,
  nextDue: futureDayOf,
  milk: (cell, context, { values }) => {
    const ml = millilitresOf(cell, context);
    const all = (ml ?? 0) + Number(values.get('milk') ?? 0);
    return ml === undefined || ml < 1 || all > 50_000 ? { why: `'${cell}' is no amount of milk.` } : all;
  },
  pricePaid: price,
  purchasePrice: price,
  scanned: (cell, { column }, { values }) => {
    const found = scanOf(cell);
    if (!found) return { why: `'${cell}' in '${column.heading}' is no result of a pregnancy check.` };
    if (found.young !== null) values.set('youngSeen', found.young);
    return found.result;
  },
  heat: (cell, context, { notes }) => {
    const answer = parseYesNo(cell);
    if (answer === undefined) notes.push(noteLine(cell, context));
    return answer === false ? undefined : true;
  },
};

function doseReader(cell: string, { facts, column }: CellContext, { values }: Happened): Value | Wrong | undefined {
  if (/ for \d+ animals$/.test(cell)) return undefined;
  const [, number = '', unit = ''] = /^([\d.,]+) ?((?!x ?\d)[^\d\s].{0,19})?$/i.exec(cell) ?? [];
  const dose = Number(toPlainNumber(number, facts.decimalComma ?? false));
  const inHeading = unitInHeading(column.heading);
  const known = unit === '' ? inHeading : unit;
  if (known !== undefined && !values.has('doseUnit')) values.set('doseUnit', known);
  return dose > 0 && dose <= 100_000 ? dose : { why: `'${cell}' is no dose.` };
}

const castrationMethods: readonly (readonly [RegExp, string])[] = [
  [/band|ring|elastr|rubber/i, 'band'],
  [/clamp|burdiz|crush|emascul|pinch/i, 'clamp'],
  [/surg|knife|cut|open|scalpel/i, 'surgery'],
  [/^other$/i, 'other'],
];

/** `7:30`, `19:30:05`, `7:30 pm`. */
export function timeIn(cell: string): string | null {
  const [, hour, minute = '', half = ''] = /(?<!\d)(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d{1,6})?)?(?: ?([ap])\.?m)?/i.exec(cell) ?? [];
  if (hour === undefined) return null;
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return hours > 23 || Number(minute) > 59 ? null : `${String(hours).padStart(2, '0')}:${minute}`;
}
