import type { CalendarDate } from '../dates.ts';
import { withdrawalProducts } from '../records/events.ts';
import { gainOf, type Weight } from './growth.ts';
import type { AnimalState, DueDate } from './state.ts';
import { isInWithdrawal, type Withdrawal } from './withdrawals.ts';

export interface Summary {
  readonly lastWeight: Weight | null;
  readonly gainGramsPerDay: number | null;
  readonly gainDays: number | null;
  /** The withdrawals that are still open today. */
  readonly withdrawals: readonly Withdrawal[];
  readonly placeId: string | null;
  readonly groupIds: readonly string[];
  readonly due: readonly DueDate[];
}

export function summaryOf(state: AnimalState, today: CalendarDate): Summary {
  const gain = gainOf(state.weights);
  return {
    lastWeight: state.weights.at(-1) ?? null,
    gainGramsPerDay: gain?.gramsPerDay ?? null,
    gainDays: gain?.days ?? null,
    withdrawals: withdrawalProducts.flatMap((product) => {
      const end = state.withdrawals[product];
      return end && isInWithdrawal(end.clearOn, today) ? [{ product, clearOn: end.clearOn }] : [];
    }),
    placeId: state.placeId,
    groupIds: state.groupIds,
    due: state.due,
  };
}
