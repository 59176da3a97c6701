import type { CalendarDate } from '../values/dates.ts';
import { withdrawalProducts } from '../records/event-names.ts';
import { gainOf } from './growth.ts';
import type { AnimalState, DueDate } from './state.ts';
import { openWithdrawals, type Withdrawal } from './withdrawals.ts';
import type { Grams } from '../values/units.ts';

interface Standing {
  /** The day of the last checkup. */
  readonly checkedOn: CalendarDate | null;
  readonly lastWeightGrams: Grams | null;
  readonly lastWeightDay: CalendarDate | null;
  /** Nobody weighed it. */
  readonly isLastWeightEstimate: boolean;
  readonly gainGramsPerDay: number | null;
  readonly gainDays: number | null;
  /** The latest end of each product. */
  readonly withdrawals: readonly Withdrawal[];
  readonly placeId: string | null;
  readonly groupIds: readonly string[];
}

/** What lists show of an animal. It contains days instead of what is true today, so it changes only with the animal's events. */
export interface ListedState extends Standing {
  /** Set if it is not with its own dam. */
  readonly rearedById: string | null;
  readonly isBottleFed: boolean;
  readonly due: readonly DueToList[];
  readonly weanedOn: CalendarDate | null;
  /** How and when it left the farm, and is not back. */
  readonly left: Pick<NonNullable<AnimalState['left']>, 'kind' | 'day'> | null;
}

type DueToList = Omit<DueDate, 'subject'>;

export interface Summary extends Standing {
  readonly due: readonly DueDate[];
}

function standingOf({ checkup, weights, withdrawals, placeId, groupIds }: AnimalState): Standing {
  const [last, gain] = [weights.at(-1), gainOf(weights)];
  return {
    checkedOn: checkup?.day ?? null,
    lastWeightGrams: last?.grams ?? null,
    lastWeightDay: last?.day ?? null,
    isLastWeightEstimate: last?.isEstimate ?? false,
    gainGramsPerDay: gain?.gramsPerDay ?? null,
    gainDays: gain?.days ?? null,
    withdrawals: withdrawalProducts.flatMap((product) => {
      const end = withdrawals[product];
      return end ? [{ product, clearOn: end.clearOn, notRecordedOn: end.notRecordedOn }] : [];
    }),
    placeId,
    groupIds,
  };
}

/** An animal that has left for good has no appointments. */
const duesOf = ({ left, due }: AnimalState): readonly DueDate[] => (left === null || left.kind === 'loan' ? due : []);

export function listedStateOf(state: AnimalState): ListedState {
  const { rearedById, isBottleFed } = state.rearing ?? { rearedById: null, isBottleFed: false };
  return {
    ...standingOf(state),
    rearedById,
    isBottleFed,
    weanedOn: state.weanedOn,
    left: state.left && { kind: state.left.kind, day: state.left.day },
    due: duesOf(state).map(({ subject: _subject, ...due }) => due),
  };
}

/** Only withdrawals that are still open on that day. */
export function summaryOf(state: AnimalState, today: CalendarDate): Summary {
  const { withdrawals, ...standing } = standingOf(state);
  return {
    ...standing,
    withdrawals: openWithdrawals(withdrawals, today),
    due: duesOf(state),
  };
}
