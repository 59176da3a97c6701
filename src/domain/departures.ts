import type { AnimalStatus } from './animals.ts';
import { longDay } from './dates.ts';
import { compareEvents } from './records/order.ts';
import type { EventKind, JournalEvent } from './records/events.ts';

/** The kinds of events with which an animal leaves the farm, for good or on loan. */
export const leavingKinds = ['sale', 'death', 'slaughter', 'loan'] as const satisfies readonly EventKind[];
export type LeavingKind = (typeof leavingKinds)[number];

export const isLeaving = ({ kind }: { readonly kind: string }): boolean => (leavingKinds as readonly string[]).includes(kind);

/** An animal on loan is still one of the farm. */
export const statusAfter: Readonly<Record<LeavingKind, AnimalStatus>> = {
  sale: 'sold',
  death: 'died',
  slaughter: 'died',
  loan: 'active',
};

/** The kinds of events after which an animal has left the farm or is back. */
export const departureKinds = [...leavingKinds, 'return'] as const;
type DepartureKind = (typeof departureKinds)[number];
type Departure = Pick<JournalEvent, 'id' | 'day' | 'time' | 'createdAt'> & { readonly kind: DepartureKind };

export const isDeparture = <E extends { readonly kind: string }>(event: E): event is E & { readonly kind: DepartureKind } =>
  (departureKinds as readonly string[]).includes(event.kind);

export const leavingForGood = ['sale', 'death', 'slaughter'] as const;
export const isForGood = ({ kind }: { readonly kind: string }): boolean => (leavingForGood as readonly string[]).includes(kind);

/** An animal is sold once until that is undone or it is back, and the dead do not leave again. */
const mayFollow: Readonly<Record<DepartureKind, readonly DepartureKind[]>> = {
  sale: ['return'],
  loan: ['return', ...leavingForGood],
  death: [],
  slaughter: [],
  return: leavingKinds,
};

/** What gives an animal that is only marked as sold or died its day, or brings it back. */
const mayFollowMark: Readonly<Record<Exclude<AnimalStatus, 'active'>, readonly DepartureKind[]>> = {
  sold: ['sale', 'return'],
  died: ['death', 'slaughter'],
};

interface LeavingAnimal {
  readonly tagNumber: string;
  readonly status: AnimalStatus;
}

/** Why an event contradicts the other departures of its animal, which are not voided; undefined if it does not. */
export function leavingViolation(
  event: Departure,
  { tagNumber, status }: LeavingAnimal,
  others: readonly Departure[],
): string | undefined {
  const inOrder = others.toSorted(compareEvents);
  const before = inOrder.findLast((other) => compareEvents(other, event) < 0);
  const after = inOrder.find((other) => compareEvents(other, event) > 0);
  const isMarked = status !== 'active' && !after && !(before && isForGood(before));
  const allowed = isMarked ? mayFollowMark[status] : mayFollow[before?.kind ?? 'return'];
  if (!allowed.includes(event.kind)) {
    if (isMarked) return `${tagNumber} is marked as ${status === 'sold' ? 'sold' : 'dead'}. Set its status to Active first.`;
    return `${tagNumber} ${before && before.kind !== 'return' ? left(before) : 'had not left the farm then, so it cannot return.'}`;
  }
  return after && !mayFollow[event.kind].includes(after.kind) ? `${tagNumber} ${left(after)}` : undefined;
}

function left({ kind, day }: Departure): string {
  const date = longDay(day);
  switch (kind) {
    case 'sale':
      return `was sold on ${date}. Change or undo that sale, or record its return first.`;
    case 'loan':
      return `is on loan since ${date}. Record its return first.`;
    case 'return':
      return `returned on ${date}. Choose a later day, or change that entry first.`;
    default:
      return `${kind === 'death' ? 'died' : 'was slaughtered'} on ${date}. Change or undo that entry first.`;
  }
}
