import type { AnimalState } from '#contract/animal-states.ts';
import type { Animal } from '#contract/animals.ts';
import { healthLabels } from '#domain/records/animals.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { dueFrom, hasDueDay, type Pregnancy } from '#domain/breeding/due-births.ts';
import { openWithdrawals } from '#domain/journal/withdrawals.ts';
import { distanceText, overdueText } from '#web/herd/day-text.ts';
import { dateText } from '#web/lib/text/format.ts';

export const attentionKinds = ['overdue', 'sick', 'due', 'withheld'] as const;

/** Something about an animal that needs attention now. */
export interface Attention {
  readonly kind: (typeof attentionKinds)[number];
  readonly text: string;
}

interface Known {
  readonly state: AnimalState | undefined;
  readonly pregnancy: Pregnancy | undefined;
}

/** The most urgent thing about an animal. */
export function attentionOf(animal: Animal, { state, pregnancy }: Known, now: CalendarDate): Attention | undefined {
  if (animal.status !== 'active' || animal.isReference) return undefined;
  if (pregnancy && pregnancy.daysOver > 0) return { kind: 'overdue', text: overdueText(pregnancy) };
  if (animal.healthStatus === '1') return { kind: 'sick', text: healthLabels[1] };
  if (pregnancy?.part === 'today') return { kind: 'due', text: 'Due today' };
  const withheld = withheldOf(state, now);
  if (withheld) return withheld;
  if (pregnancy?.part === 'week') {
    const when = hasDueDay(pregnancy) ? distanceText(pregnancy.due, now) : `from ${dateText(dueFrom(pregnancy), now)}`;
    return { kind: 'due', text: `Due ${when}` };
  }
  return boosterOf(state, now);
}

function withheldOf(state: AnimalState | undefined, now: CalendarDate): Attention | undefined {
  const open = openWithdrawals(state?.withdrawals ?? [], now);
  if (open.length === 0) return undefined;
  if (open.some(({ notRecordedOn }) => notRecordedOn !== null)) return { kind: 'withheld', text: 'Withdrawal not recorded' };
  const ends = open.map(({ clearOn }) => clearOn);
  const last = ends.reduce((a, b) => (a === null || b === null ? null : a > b ? a : b));
  return { kind: 'withheld', text: last === null ? 'Withheld' : `Held to ${dateText(last, now)}` };
}

function boosterOf(state: AnimalState | undefined, now: CalendarDate): Attention | undefined {
  const next = state?.due[0];
  if (!next || next.day > now) return undefined;
  const isOverdue = next.day < now;
  return {
    kind: isOverdue ? 'overdue' : 'due',
    text: isOverdue ? `${next.label} due ${dateText(next.day, now)}` : `${next.label} due`,
  };
}
