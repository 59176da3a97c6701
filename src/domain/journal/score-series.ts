import type { CalendarDate } from '../values/dates.ts';
import { scoreNames, type ScoreName } from '../records/event-names.ts';
import type { EventOf } from '../records/events.ts';
import { compareEvents } from '../records/order.ts';

interface Scored {
  readonly day: CalendarDate;
  readonly value: number;
}

export interface ScoreSeries {
  readonly score: ScoreName;
  readonly values: readonly Scored[];
  readonly change: 'better' | 'worse' | 'same' | 'more' | 'less' | null;
}

/** The values of each score that the animal has, in order. Pooled samples, which describe a group, are left out. */
export function scoreSeries(events: readonly EventOf<'scores'>[]): readonly ScoreSeries[] {
  const inOrder = events.filter(({ isPooled }) => !isPooled).toSorted(compareEvents);
  return scoreNames.flatMap((score) => {
    const values = inOrder.flatMap(({ day, [score]: value }) => (value === null ? [] : { day, value }));
    return values.length === 0 ? [] : { score, values, change: changeOf(score, values) };
  });
}

/** Body condition is best in the middle, so it only rises or falls; for all other scores lower is better. */
function changeOf(score: ScoreName, values: readonly Scored[]): ScoreSeries['change'] {
  const [last, before] = [values.at(-1), values.at(-2)];
  if (!last || !before) return null;
  if (last.value === before.value) return 'same';
  const isMore = last.value > before.value;
  if (score === 'bodyCondition') return isMore ? 'more' : 'less';
  return isMore ? 'worse' : 'better';
}
