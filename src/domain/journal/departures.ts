import type { AnimalStatus } from '../records/animals.ts';
import { longDay } from '../values/dates.ts';
import type { DateFormat } from '../values/units.ts';
import { compareEvents } from '../records/order.ts';
import type { EventKind, JournalEvent } from '../records/events.ts';

/** The kinds of events with which an animal leaves the farm, for good or on loan. */
export const leavingKinds = ['sale', 'death', 'slaughter', 'loan'] as const satisfies readonly EventKind[];
export type LeavingKind = (typeof leavingKinds)[number];

export const isLeaving = ({ kind }: { readonly kind: string }): boolean => (leavingKinds as readonly string[]).includes(kind);

/** The kinds of events of which receipts and movement documents are issued. */
export const saleKinds = ['sale', 'slaughter'] as const satisfies readonly EventKind[];
type SaleKind = (typeof saleKinds)[number];

export const isSale = <E extends { readonly kind: string }>(event: E): event is E & { readonly kind: SaleKind } =>
  (saleKinds as readonly string[]).includes(event.kind);

/** Of a slaughter for nobody but the farm no paper is due. */
export const isSold = ({ kind, buyer }: { readonly kind: string; readonly buyer: string | null }): boolean =>
  kind === 'sale' || buyer !== null;

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

interface OtherDepartures {
  /** Those that are not voided. */
  readonly recorded: readonly Departure[];
  /** Those recorded with it. */
  readonly added?: readonly Departure[];
}

/** Why an event contradicts the other departures of its animal; undefined if it does not. */
export function leavingViolation(
  event: Departure,
  { tagNumber, status }: LeavingAnimal,
  { recorded, added = [] }: OtherDepartures,
  format: DateFormat,
): string | undefined {
  const inOrder = [...recorded, ...added].toSorted(compareEvents);
  const before = inOrder.findLast((other) => compareEvents(other, event) < 0);
  const after = inOrder.find((other) => compareEvents(other, event) > 0);
  if (after)
    return follows(before, event) && follows(event, after) ? undefined : `${tagNumber} ${whyNot(event, format, before, after)}`;
  const hasLeft = before !== undefined && isForGood(before);
  if (status !== 'active' && !hasLeft) {
    if (mayFollowMark[status].includes(event.kind)) return undefined;
    return `${tagNumber} is marked as ${status === 'sold' ? 'sold' : 'dead'}. Set its status to Active first.`;
  }
  // An animal that is active after a departure for good is back since a day that nobody recorded.
  const isBack = status === 'active' && hasLeft && recorded.includes(before) && isLeaving(event);
  return isBack || follows(before, event) ? undefined : `${tagNumber} ${whyNot(event, format, before)}`;
}

const follows = (before: Departure | undefined, { kind }: Departure): boolean =>
  mayFollow[before?.kind ?? 'return'].includes(kind);

function whyNot(event: Departure, format: DateFormat, before: Departure | undefined, after?: Departure): string {
  if (after && follows(before, event)) return left(after, format);
  return before && before.kind !== 'return' ? left(before, format) : 'had not left the farm then, so it cannot return.';
}

function left({ kind, day }: Departure, format: DateFormat): string {
  const date = longDay(day, format);
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
