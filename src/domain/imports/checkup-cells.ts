import { defaultHealthStatus } from '../records/animals.ts';
import { maxWithdrawalDays } from '../records/event-names.ts';
import type { EventDetail } from '../records/events.ts';
import type { CellContext } from './cell-context.ts';
import { dayOf } from './cell-context.ts';
import { parseHealthStatus, parseYesNo } from './cell-values.ts';
import type { ImportField } from './fields.ts';
import type { Happened } from './happened-cells.ts';
import { type CalendarDate, daysBetween } from '../values/dates.ts';
import type { Grams } from '../values/units.ts';

/** What the cells of a row say about a checkup. */
export type CheckupCells = { -readonly [K in keyof EventDetail<'checkup'>]?: EventDetail<'checkup'>[K] };

type Reader = (cell: string, draft: { readonly checkup: CheckupCells }, context: CellContext) => void;

type TextField = 'recordType' | 'veterinarian' | 'medication' | 'dosage' | 'description' | 'notes';
const text =
  (name: TextField, max: number): Reader =>
  (cell, { checkup }) => {
    checkup[name] = Array.from(cell).slice(0, max).join('');
  };
const yesNo =
  (name: 'cdnt' | 'hoofsTrimmed' | 'dewormed'): Reader =>
  (cell, { checkup }) => {
    checkup[name] = parseYesNo(cell) ?? true;
  };

/** In a list of checkups, whose fields take other texts than those of treatments. */
export const checkupReaders: Readonly<Partial<Record<ImportField, Reader>>> = {
  recordType: text('recordType', 40),
  healthStatus: (cell, { checkup }) => {
    const status = parseHealthStatus(cell);
    if (status !== undefined) checkup.healthStatus = status;
  },
  prescriber: text('veterinarian', 100),
  product: (cell, { checkup }) => {
    const given = cell.split(', ');
    if (given.includes('CD&T')) checkup.cdnt = true;
    if (given.includes('Dewormer')) checkup.dewormed = true;
    checkup.medication = given
      .filter((each) => each !== 'CD&T' && each !== 'Dewormer')
      .join(', ')
      .slice(0, 100);
  },
  dose: text('dosage', 100),
  reason: text('description', 500),
  nextDue: (cell, { checkup }, context) => {
    checkup.nextDueDate = dayOf(cell, context) ?? null;
  },
  notes: (cell, draft, context) => {
    const isDescription = /^description$/i.test(context.column.heading);
    (isDescription ? text('description', 500) : text('notes', 2000))(cell, draft, context);
  },
  cdnt: yesNo('cdnt'),
  hoofsTrimmed: yesNo('hoofsTrimmed'),
  dewormed: yesNo('dewormed'),
};

/** The withdrawals of what was given, in days. */
export function daysOf(withdrawals: Happened['withdrawals'], day: CalendarDate | null): CheckupCells {
  const of = (product: 'meat' | 'milk') => {
    const { days = null, clearOn = null } = withdrawals.get(product) ?? {};
    return days ?? (clearOn === null || day === null ? null : daysBetween(day, clearOn));
  };
  return { meatWithdrawalDays: of('meat'), milkWithdrawalDays: of('milk') };
}

const daysFields = ['meatDays', 'milkDays', 'bothDays', 'meatClearOn', 'milkClearOn'] as const;

/** Why the row tells no days of a checkup, which has none for fibre. */
export function wrongDays({ withdrawals, wrong }: Happened, day: CalendarDate | null): string | undefined {
  const unreadable = daysFields.flatMap((field) => wrong.get(field) ?? [])[0];
  if (unreadable !== undefined) return unreadable;
  if (withdrawals.has('fibre')) return 'A checkup has no withdrawal for fibre. Import it as a treatment.';
  const { meatWithdrawalDays, milkWithdrawalDays } = daysOf(withdrawals, day);
  const isPossible = (days: number | null = null) => days === null || (days >= 0 && days <= maxWithdrawalDays);
  return isPossible(meatWithdrawalDays) && isPossible(milkWithdrawalDays)
    ? undefined
    : `A withdrawal ends on the day of the checkup or up to ${maxWithdrawalDays} days after it.`;
}

export const checkupOf = (cells: CheckupCells, grams: Grams | null): CheckupCells => ({
  healthStatus: defaultHealthStatus,
  ...cells,
  weightGrams: grams,
});
