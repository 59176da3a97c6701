import { plural } from '../plural.ts';
import type { HasBirth } from '../births.ts';
import type { CalendarDate } from '../dates.ts';
import { validateCheckupDate } from '../health-records.ts';
import { normalizeText } from '../text.ts';
import { codePointLength } from '../text-length.ts';
import { parseDays, toPlainNumber } from './amounts.ts';
import { dayOf, type CellContext } from './cell-context.ts';
import type { EventField } from './fields.ts';

export interface TreatmentDraft {
  day: CalendarDate | null;
  time: string | null;
  product: string | null;
  dose: number | null;
  unit: string | null;
  batch: string | null;
  reason: string | null;
  readonly withdrawals: { product: 'meat' | 'milk'; days: number; clearOn: null }[];
  readonly violations: string[];
}

export const emptyTreatment = (): TreatmentDraft => ({
  day: null,
  time: null,
  product: null,
  dose: null,
  unit: null,
  batch: null,
  reason: null,
  withdrawals: [],
  violations: [],
});

type CellReader = (cell: string, draft: TreatmentDraft, context: CellContext) => void;

const short =
  (name: 'product' | 'batch' | 'unit' | 'reason', max: number, label: string): CellReader =>
  (cell, draft) => {
    if (codePointLength(cell) > max) draft.violations.push(`${label} is longer than ${max} characters.`);
    draft[name] = cell.replaceAll(/\s+/g, ' ');
  };

const withdrawal =
  (product: 'meat' | 'milk'): CellReader =>
  (cell, draft) => {
    const days = /^0+$/.test(cell) ? 0 : parseDays(cell);
    if (days === undefined) draft.violations.push(`'${cell}' is no number of days for the withdrawal of ${product}.`);
    else draft.withdrawals.push({ product, days, clearOn: null });
  };

export const readDay: CellReader = (cell, draft, context) => {
  draft.day = dayOf(cell, context) ?? null;
  draft.time ??= timeIn(cell);
  if (draft.day === null) draft.violations.push(`'${cell}' is no day.`);
};

export const treatmentReaders: Readonly<Record<EventField, CellReader>> = {
  treatedOn: readDay,
  time: (cell, draft) => (draft.time = timeIn(cell) ?? draft.time),
  product: short('product', 100, 'The product'),
  dose: (cell, draft, { facts }) => {
    const [, number = '', unit = ''] = /^([\d.,]+) ?([^\d\s].{0,19})?$/.exec(cell) ?? [];
    const dose = Number(toPlainNumber(number, facts.decimalComma ?? false));
    if (dose > 0 && dose <= 100_000) draft.dose = dose;
    else draft.violations.push(`'${cell}' is no dose.`);
    if (unit !== '') draft.unit ??= unit;
  },
  doseUnit: short('unit', 20, 'The unit'),
  batch: short('batch', 100, 'The batch'),
  reason: short('reason', 500, 'The reason'),
  meatDays: withdrawal('meat'),
  milkDays: withdrawal('milk'),
};

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
    readonly withdrawals: TreatmentDraft['withdrawals'];
  };
}

export const treatmentOf = (
  { time, dose, unit, batch, reason, withdrawals }: TreatmentDraft,
  product: string,
  day: CalendarDate,
): Treatment => ({ day, time, detail: { productName: product, dose, unit, batch, reason, withdrawals } });

export const treatmentKey = (
  animalId: string,
  { day, productName, dose }: { readonly day: string; readonly productName: string; readonly dose: number | null },
): string => `${animalId} ${day} treatment ${dose ?? ''} ${normalizeText(productName)}`;

function treatmentText({ day, detail: { productName, dose, unit, withdrawals } }: Treatment): string {
  const amount = dose === null ? productName : [productName, dose, unit].filter((part) => part !== null).join(' ');
  const held = withdrawals.map((each) => `no ${each.product} for ${plural(each.days, 'day')}`);
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
  for (const { cell, context } of cells) treatmentReaders[context.column.field as EventField](cell, draft, context);
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
  const key = animal.known && treatmentKey(animal.known.id, { day: treatment.day, ...treatment.detail });
  return key !== null && recorded.has(key) ? nothing : { ...nothing, added: treatment };
}
