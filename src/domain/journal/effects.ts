import { type CalendarDate, daysBetween } from '../values/dates.ts';
import { defaultHealthStatus } from '../records/animals.ts';
import { statusAfter } from './departures.ts';
import type { AnimalRecord } from '../records/animal.ts';
import type { JournalEvent } from '../records/events.ts';
import { compareEvents } from '../records/order.ts';
import type { AnimalState } from './state.ts';

type Own = Pick<
  AnimalRecord,
  | 'tagNumber'
  | 'healthStatus'
  | 'vaccinated'
  | 'status'
  | 'castratedOn'
  | 'birthWeightGrams'
  | 'weaningWeightGrams'
  | 'weaningAgeDays'
>;

/** The fields of an animal on which the effects of its events depend. */
export type AffectedAnimal = Own & Pick<AnimalRecord, 'birthDate'>;

/** Fields of an animal that change because its events have changed. */
export interface Effects {
  readonly before: Partial<Own>;
  readonly after: Partial<Own>;
}

interface States {
  readonly before: AnimalState;
  readonly after: AnimalState;
  readonly added: readonly JournalEvent[];
  readonly voided: readonly JournalEvent[];
  /** The weighings at birth and weaning that are not voided or, if the added events are newer than all others, the added events. */
  readonly growth: readonly JournalEvent[];
}

/** Only the fields that the changed events determine: a value that was entered by hand since stays. */
export function effectsOn(animal: AffectedAnimal, states: States): Effects {
  const { before, after } = states;
  const wanted: Partial<Own> = {
    ...(isOtherCheckup(before, after) && { healthStatus: after.checkup?.healthStatus ?? defaultHealthStatus }),
    ...(before.vaccinatedBy !== after.vaccinatedBy && { vaccinated: after.vaccinatedBy !== null }),
    // A return also ends that an animal is marked as sold without a recorded sale.
    ...((before.left?.eventId !== after.left?.eventId || states.added.some(({ kind }) => kind === 'return')) && {
      status: after.left ? statusAfter[after.left.kind] : 'active',
    }),
    ...(before.castratedOn !== after.castratedOn && { castratedOn: after.castratedOn }),
    ...tagOf(animal, states),
    ...growthWeights(animal, states),
  };
  const names = (Object.keys(wanted) as (keyof Own)[]).filter((name) => animal[name] !== wanted[name]);
  const pick = (values: Partial<Own>): Partial<Own> => Object.fromEntries(names.map((name) => [name, values[name]]));
  return { before: pick(animal), after: pick(wanted) };
}

/** The tag changes only if the animal has the tag that the event removed, or that the voided event assigned; other changes are history. */
function tagOf({ tagNumber }: Own, { before: { tag: before }, after: { tag: after } }: States): Partial<Own> {
  if (before?.eventId === after?.eventId) return {};
  const isCurrent = tagNumber === before?.new || tagNumber === after?.old;
  const tag = after?.new ?? before?.old ?? null;
  return isCurrent && tag !== null ? { tagNumber: tag } : {};
}

/** A checkup that is corrected keeps its id. */
const isOtherCheckup = ({ checkup: before }: AnimalState, { checkup: after }: AnimalState): boolean =>
  before?.id !== after?.id || before?.healthStatus !== after?.healthStatus;

type Weighing = Extract<JournalEvent, { kind: 'weighing' }>;
type GrowthWeighing = Weighing & { readonly occasion: NonNullable<Weighing['occasion']> };

/** An estimate is in no rate, so it is no weight of the animal's own; a weaning that it names counts all the same. */
export const isGrowth = (event: JournalEvent): event is GrowthWeighing =>
  event.kind === 'weighing' && event.occasion !== null && event.method !== 'estimate';

/** The animal's own weights at birth and weaning are the weighings on these occasions. */
function growthWeights({ birthDate }: AffectedAnimal, { added, voided, growth }: States): Partial<Own> {
  if (![...added, ...voided].some(isGrowth)) return {};
  const changed = new Set([...added, ...voided].filter(isGrowth).map(({ occasion }) => occasion));
  const stored = growth.filter(isGrowth).toSorted(compareEvents);
  const last = (occasion: 'birth' | 'weaning'): GrowthWeighing | undefined =>
    stored.findLast((event) => event.occasion === occasion);
  const [birth, weaning] = [last('birth'), last('weaning')];
  return {
    ...(changed.has('birth') && { birthWeightGrams: birth?.weightGrams ?? null }),
    ...(changed.has('weaning') && {
      weaningWeightGrams: weaning?.weightGrams ?? null,
      ...(weaning && birthDate !== null && { weaningAgeDays: ageInDays(birthDate, weaning.day) }),
    }),
  };
}

/** Returns null on the day of birth, because the minimum of the animal's field is one day. */
function ageInDays(birthDate: CalendarDate, day: CalendarDate): number | null {
  const days = daysBetween(birthDate, day);
  return days > 0 ? days : null;
}
