import { plural } from '../plural.ts';
import type { HasBirth } from '../births.ts';
import type { CalendarDate } from '../dates.ts';
import { validateCheckupDate } from '../health-records.ts';
import type { WithdrawalProduct } from '../records/event-names.ts';
import { maxWithdrawalDays } from '../records/event-names.ts';
import { normalizeText } from '../text.ts';
import { codePointLength } from '../text-length.ts';
import { parseDays, toPlainNumber } from './amounts.ts';
import { dayOf, type CellContext } from './cell-context.ts';
import { parseYesNo } from './cell-values.ts';
import type { EventField } from './fields.ts';

interface Withdrawal {
  readonly product: WithdrawalProduct;
  /** 0 is no withdrawal, which is another answer than none recorded. */
  readonly days: number | null;
  readonly clearOn: CalendarDate | null;
}

export interface TreatmentDraft {
  day: CalendarDate | null;
  time: string | null;
  product: string | null;
  dose: number | null;
  unit: string | null;
  batch: string | null;
  reason: string | null;
  route: string | null;
  prescriber: string | null;
  /** What only few files say. */
  readonly more: Partial<MoreOfTreatment>;
  readonly withdrawals: Map<WithdrawalProduct, Withdrawal>;
  readonly violations: string[];
}

interface MoreOfTreatment {
  site: string;
  expiry: CalendarDate;
  extraLabel: boolean;
  courseOpen: boolean;
  doses: number;
  everyDays: number;
}

export const emptyTreatment = (): TreatmentDraft => ({
  day: null,
  time: null,
  product: null,
  dose: null,
  unit: null,
  batch: null,
  reason: null,
  route: null,
  prescriber: null,
  more: {},
  withdrawals: new Map(),
  violations: [],
});

type CellReader = (cell: string, draft: TreatmentDraft, context: CellContext) => void;

const short =
  (name: 'product' | 'batch' | 'unit' | 'reason' | 'route' | 'prescriber', max: number, label: string): CellReader =>
  (cell, draft) => {
    if (codePointLength(cell) > max) draft.violations.push(`${label} is longer than ${max} characters.`);
    draft[name] = cell.replaceAll(/\s+/g, ' ');
  };

const setWithdrawal = (draft: TreatmentDraft, product: WithdrawalProduct, part: Partial<Withdrawal>): void => {
  const known = draft.withdrawals.get(product);
  // Days tell more than the day that follows from them.
  draft.withdrawals.set(product, { product, days: null, clearOn: null, ...known, ...part });
};

const withdrawal =
  (...products: WithdrawalProduct[]): CellReader =>
  (cell, draft, { column }) => {
    const days = withdrawalDays(cell, column.heading);
    if (days === undefined)
      draft.violations.push(`'${cell}' is no number of days for the withdrawal of ${products.join(' and ')}.`);
    else for (const product of products) setWithdrawal(draft, product, { days });
  };

/** The cell of a withdrawal that ends after the last dose of a course. */
export const courseOpenCell = 'Course open';

const clearOn =
  (product: WithdrawalProduct): CellReader =>
  (cell, draft, context) => {
    const day = dayOf(cell, context);
    const days = day === undefined ? withdrawalDays(cell, '') : undefined;
    if (cell === courseOpenCell) setWithdrawal(draft, product, {});
    else if (day !== undefined) setWithdrawal(draft, product, { clearOn: day });
    else if (days !== undefined) setWithdrawal(draft, product, { days });
    else draft.violations.push(`'${cell}' is no day on which the ${product} is clear.`);
  };

/** Days, weeks, hours or milkings, of which there are two a day; parts of a day count as a day. */
function withdrawalDays(cell: string, heading: string): number | undefined {
  const text = cell.trim().toLowerCase();
  if (/^(?:nil|none|no|zero|0+(?:[.,]0+)?)\s*(?:days?|d|hours?|hrs?|h|milkings?)?\.?$/.test(text)) return 0;
  const [, number = '', own = ''] = /^(\d{1,4})(?:[.,]0+)?\s*([a-z]*)\.?$/.exec(text) ?? [];
  if (number === '') return undefined;
  const unit =
    own === '' ? (/\b(hours?|hrs?|h|milkings?)\b/i.exec(heading.replaceAll('_', ' '))?.[1]?.toLowerCase() ?? 'd') : own;
  const days = unit.startsWith('h')
    ? Math.ceil(Number(number) / 24)
    : /^m(?:ilk|$)/.test(unit)
      ? Math.ceil(Number(number) / 2)
      : parseDays(`${number} ${unit}`);
  return days !== undefined && days <= maxWithdrawalDays ? days : undefined;
}

export const readDay: CellReader = (cell, draft, context) => {
  draft.day = dayOf(cell, context) ?? null;
  draft.time ??= timeIn(cell);
  if (draft.day === null) draft.violations.push(`'${cell}' is no day.`);
};

type TreatmentField = Extract<
  EventField,
  | 'eventDay'
  | 'statusDate'
  | 'treatedOn'
  | 'time'
  | 'product'
  | 'dose'
  | 'doseUnit'
  | 'batch'
  | 'reason'
  | 'route'
  | 'prescriber'
  | 'site'
  | 'expiry'
  | 'extraLabel'
  | 'courseOpen'
  | 'dosesInAll'
  | 'everyDays'
  | 'meatDays'
  | 'milkDays'
  | 'bothDays'
  | 'fibreDays'
  | 'meatClearOn'
  | 'milkClearOn'
  | 'fibreClearOn'
>;

const isCourse = (cell: string): boolean => /^\d{1,2}$/.test(cell) && Number(cell) >= 1 && Number(cell) <= 60;

export const treatmentReaders: Readonly<Record<TreatmentField, CellReader>> = {
  eventDay: readDay,
  statusDate: readDay,
  treatedOn: readDay,
  time: (cell, draft) => (draft.time = timeIn(cell) ?? draft.time),
  product: short('product', 100, 'The product'),
  dose: (cell, draft, { facts, column }) => {
    const [, number = '', unit = ''] = /^([\d.,]+) ?([^\d\s].{0,19})?$/.exec(cell) ?? [];
    const dose = Number(toPlainNumber(number, facts.decimalComma ?? false));
    if (dose > 0 && dose <= 100_000) draft.dose = dose;
    else draft.violations.push(`'${cell}' is no dose.`);
    draft.unit ??= unit === '' ? (/\(([^()\d]{1,20})\)\s*$/.exec(column.heading)?.[1] ?? null) : unit;
  },
  doseUnit: short('unit', 20, 'The unit'),
  batch: short('batch', 100, 'The batch'),
  reason: short('reason', 500, 'The reason'),
  route: short('route', 50, 'The route'),
  prescriber: short('prescriber', 100, 'The name of the prescriber'),
  site: (cell, { more }) => (more.site = cell.slice(0, 50)),
  expiry: (cell, { more }, context) => {
    const day = dayOf(cell, context);
    if (day !== undefined) more.expiry = day;
  },
  extraLabel: (cell, { more }) => (more.extraLabel = parseYesNo(cell) ?? false),
  courseOpen: (cell, { more }) => (more.courseOpen = parseYesNo(cell) ?? false),
  dosesInAll: (cell, { more }) => {
    if (isCourse(cell)) more.doses = Number(cell);
  },
  everyDays: (cell, { more }) => {
    if (isCourse(cell)) more.everyDays = Number(cell);
  },
  meatDays: withdrawal('meat'),
  milkDays: withdrawal('milk'),
  bothDays: withdrawal('meat', 'milk'),
  fibreDays: withdrawal('fibre'),
  meatClearOn: clearOn('meat'),
  milkClearOn: clearOn('milk'),
  fibreClearOn: clearOn('fibre'),
};

const isTreatmentField = (field: string): field is TreatmentField => Object.hasOwn(treatmentReaders, field);

/** `7:30`, `19:30:05`, `7:30 pm`. */
export function timeIn(text: string): string | null {
  const [, hour, minute = '', half = ''] = /(?<!\d)(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d{1,6})?)?(?: ?([ap])\.?m)?/i.exec(text) ?? [];
  if (hour === undefined) return null;
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return hours > 23 || Number(minute) > 59 ? null : `${String(hours).padStart(2, '0')}:${minute}`;
}

/** A treatment in a file. */
export interface Treatment {
  readonly day: CalendarDate;
  readonly time: string | null;
  readonly detail: {
    readonly productName: string;
    readonly dose: number | null;
    readonly unit: string | null;
    readonly batch: string | null;
    readonly reason: string | null;
    readonly route: string | null;
    readonly prescriber: string | null;
    readonly withdrawals: readonly Withdrawal[];
  } & Partial<MoreOfTreatment>;
}

export const treatmentOf = (
  { time, dose, unit, batch, reason, route, prescriber, more, withdrawals }: TreatmentDraft,
  product: string,
  day: CalendarDate,
): Treatment => ({
  day,
  time,
  // `null` where the file says nothing, as a form would send it.
  detail: {
    productName: product,
    dose,
    unit,
    batch,
    reason,
    route,
    prescriber,
    ...more,
    withdrawals: [...withdrawals.values()].map(daysFirst),
  },
});

/** An event has the days or the day that follows from them. */
export const daysFirst = (each: Withdrawal): Withdrawal => (each.days === null ? each : { ...each, clearOn: null });

export const treatmentKey = (animalId: string, { day, time = null, productName, dose }: TreatmentOfDay): string =>
  `${animalId} ${day} treatment ${dose ?? ''} ${normalizeText(productName)}${time === null ? '' : ` ${time}`}`;

interface TreatmentOfDay {
  readonly day: string;
  /** Twice a day the same may be given, which only files with times tell. */
  readonly time?: string | null;
  readonly productName: string;
  readonly dose: number | null;
}

function treatmentText({ day, detail: { productName, dose, unit, withdrawals } }: Treatment): string {
  const amount = dose === null ? productName : [productName, dose, unit].filter((part) => part !== null).join(' ');
  const held = withdrawals.map((each) =>
    each.days === null ? `no ${each.product} until ${each.clearOn}` : `no ${each.product} for ${plural(each.days, 'day')}`,
  );
  return [`${amount} on ${day}`, ...held].join(', ');
}

export const treatmentChange = (treatment: Treatment) => ({
  label: 'Treatment',
  from: null,
  to: treatmentText(treatment),
});

/** The treatment in the row of an animal. What cannot be recorded is kept in the notes, line by line, with the reason. */
export function readTreatment(cells: readonly { readonly cell: string; readonly context: CellContext }[]): {
  readonly treatment: Treatment | null;
  readonly remark: string | undefined;
} {
  const draft = emptyTreatment();
  for (const { cell, context } of cells) {
    const { field } = context.column;
    if (isTreatmentField(field)) treatmentReaders[field](cell, draft, context);
  }
  const { product, day, violations } = draft;
  if (product === null) return { treatment: null, remark: undefined };
  const [violation = day === null ? 'The day of its treatment is missing.' : undefined] = violations;
  if (violation !== undefined || day === null)
    return { treatment: null, remark: `${violation} Its treatment is kept in the notes.` };
  return { treatment: treatmentOf(draft, product, day), remark: undefined };
}

export function resolveTreatment(
  treatment: Treatment | null,
  animal: HasBirth & { readonly known: { readonly id: string } | null },
  { today, recorded }: { readonly today: CalendarDate; readonly recorded: ReadonlySet<string> },
): { readonly added: Treatment | null; readonly lines: readonly string[]; readonly remarks: readonly string[] } {
  const nothing = { added: null, lines: [], remarks: [] };
  if (!treatment) return nothing;
  const violation = validateCheckupDate(treatment.day, today, animal);
  if (violation !== undefined) {
    const remark = `Its treatment is kept in the notes. ${violation}: ${treatment.day}.`;
    return { added: null, lines: [`Treatment: ${treatmentText(treatment)}`], remarks: [remark] };
  }
  const key = animal.known && treatmentKey(animal.known.id, { ...treatment, ...treatment.detail });
  return key !== null && recorded.has(key) ? nothing : { ...nothing, added: treatment };
}
