import { addDays, type CalendarDate } from '../values/dates.ts';
import { compareEvents } from '../records/order.ts';
import type { EventOf } from '../records/events.ts';

export interface Exposure {
  readonly id: string;
  readonly maleIds: readonly string[];
  readonly femaleIds: readonly string[];
  readonly groupId: string | null;
  readonly inDay: CalendarDate;
  /** null: the males are still there. */
  readonly outDay: CalendarDate | null;
  readonly archivedAt: string | null;
}

export type Move = Pick<
  EventOf<'move'>,
  'id' | 'animalId' | 'day' | 'time' | 'createdAt' | 'placeId' | 'groupId' | 'leavesGroup'
>;

interface Whereabouts {
  readonly animalId: string;
  /** When it left the farm, and is not back. */
  readonly left: { readonly day: CalendarDate } | null;
}

/** Males that have all left the farm are with the females no longer, also if nobody took them out. */
export function endedByLeaving<E extends Exposure>(exposures: readonly E[], states: readonly Whereabouts[]): readonly E[] {
  const leftOn = new Map(states.flatMap(({ animalId, left }) => (left ? [[animalId, left.day] as const] : [])));
  return exposures.map((exposure) => {
    const { maleIds, inDay, outDay } = exposure;
    const days = maleIds.flatMap((id) => leftOn.get(id) ?? []);
    const last = days.reduce((a, b) => (a > b ? a : b), inDay);
    const isOver = days.length === maleIds.length && (outDay === null || outDay > last);
    return isOver ? { ...exposure, outDay: last } : exposure;
  });
}

/** The period that one female was with the males of an exposure. */
export interface Stay {
  readonly exposureId: string;
  readonly maleIds: readonly string[];
  readonly femaleId: string;
  readonly from: CalendarDate;
  /** null: she is still with them. */
  readonly to: CalendarDate | null;
}

/**
 * The stays of exposures that are not archived. If a group is exposed, a female that joins it later is with the males from that day on, and
 * one that leaves it is with them until that day. `moves` are in any order.
 */
export function staysOf(
  exposures: readonly Exposure[],
  moves: readonly Move[],
  isFemale: (animalId: string) => boolean,
): readonly Stay[] {
  const held = exposures.filter(({ archivedAt }) => archivedAt === null);
  const movesIn = Map.groupBy(
    moves.filter(({ groupId }) => groupId !== null && held.some((exposure) => exposure.groupId === groupId)),
    ({ groupId }) => groupId,
  );
  return held.flatMap((exposure) => staysIn(exposure, (movesIn.get(exposure.groupId) ?? []).toSorted(compareEvents), isFemale));
}

function staysIn(
  { id, maleIds, femaleIds, inDay, outDay }: Exposure,
  moves: readonly Move[],
  isFemale: (animalId: string) => boolean,
): Stay[] {
  const since = new Map(femaleIds.map((femaleId) => [femaleId, inDay]));
  const ended: Stay[] = [];
  for (const { animalId, day, leavesGroup } of moves) {
    if (day < inDay || (outDay !== null && day > outDay)) continue;
    const from = since.get(animalId);
    if (leavesGroup && from !== undefined && day > inDay) {
      ended.push({ exposureId: id, maleIds, femaleId: animalId, from, to: day });
      since.delete(animalId);
    }
    if (!leavesGroup && from === undefined && isFemale(animalId)) since.set(animalId, day);
  }
  return [...ended, ...[...since].map(([femaleId, from]) => ({ exposureId: id, maleIds, femaleId, from, to: outDay }))];
}

interface Mating {
  readonly motherId: string;
  readonly fatherId: string;
  readonly breedingDate: CalendarDate;
}

/** Whether the breeding record was created for the stay: its day is when she came to the only male, not an observed mating. */
export const isRecordOfStay = (mating: Mating, { maleIds, femaleId, from }: Stay): boolean =>
  maleIds.length === 1 && mating.fatherId === maleIds[0] && mating.motherId === femaleId && mating.breedingDate === from;

/** Each stay with a single male has a breeding record; with several males the sire is unknown. */
export function matingsToRecord(stays: readonly Stay[], recorded: Iterable<Mating>): Mating[] {
  const known = new Set([...recorded].map(keyOf));
  return stays
    .flatMap(({ maleIds: [fatherId, ...others], femaleId, from }) =>
      fatherId === undefined || others.length > 0 ? [] : [{ fatherId, motherId: femaleId, breedingDate: from }],
    )
    .filter((mating) => !known.has(keyOf(mating)));
}

const keyOf = ({ fatherId, motherId, breedingDate }: Mating): string => `${fatherId} ${motherId} ${breedingDate}`;

export const isDuring = ({ from, to }: Stay, day: CalendarDate): boolean => day >= from && (to === null || day <= to);

/** A birth can result from a stay from this many days after its first day until this many after its last (LambTracker). */
const [afterFirst, afterLast] = [140, 159];

export const isPossibleBirthOf = ({ from, to }: Stay, birth: CalendarDate): boolean =>
  birth > addDays(from, afterFirst) && (to === null || birth < addDays(to, afterLast));
