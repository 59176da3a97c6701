import { daysBetween } from '#domain/dates.ts';
import { compareEvents } from '#domain/journal/order.ts';
import { statusAfter, type AnimalState } from '#domain/journal/state.ts';
import { defaultHealthStatus } from '#domain/records/animal.ts';
import type { JournalEvent } from '#domain/records/events.ts';
import type { StoredState } from './states.queries.ts';

type Columns = Pick<
  StoredState,
  | 'tag_number'
  | 'health_status'
  | 'vaccinated'
  | 'status'
  | 'castrated_on'
  | 'birth_weight_grams'
  | 'weaning_weight_grams'
  | 'weaning_age_days'
>;

/** Columns of an animal that change because its events have changed. */
export interface Effects {
  readonly before: Partial<Columns>;
  readonly after: Partial<Columns>;
}

interface States {
  readonly before: AnimalState;
  readonly after: AnimalState;
  readonly added: readonly JournalEvent[];
  readonly voided: readonly JournalEvent[];
  /** The weighings at birth and weaning that are not voided or, where the added events are newer than all others, the added events. */
  readonly growth: readonly JournalEvent[];
}

/** Only what the change of events changes: a value that was entered by hand since stays. */
export function effectsOn(row: StoredState, states: States): Effects {
  const { before, after } = states;
  const wanted: Partial<Columns> = {
    ...(isOtherCheckup(before, after) && { health_status: after.checkup?.healthStatus ?? defaultHealthStatus }),
    ...(before.vaccinatedBy !== after.vaccinatedBy && { vaccinated: after.vaccinatedBy !== null }),
    ...(before.left?.eventId !== after.left?.eventId && { status: after.left ? statusAfter[after.left.kind] : 'active' }),
    ...(before.castratedOn !== after.castratedOn && { castrated_on: after.castratedOn }),
    ...tagOf(row, states),
    ...growthWeights(row, states),
  };
  const names = (Object.keys(wanted) as (keyof Columns)[]).filter((name) => row[name] !== wanted[name]);
  const pick = (values: Partial<Columns>): Partial<Columns> => Object.fromEntries(names.map((name) => [name, values[name]]));
  return { before: pick(row), after: pick(wanted) };
}

/** Only where the animal has the tag that was taken off, or put on by the change that is voided: another change is history. */
function tagOf({ tag_number }: StoredState, { before: { tag: before }, after: { tag: after } }: States): Partial<Columns> {
  if (before?.eventId === after?.eventId) return {};
  const isCurrent = tag_number === before?.new || tag_number === after?.old;
  const tag = after?.new ?? before?.old ?? null;
  return isCurrent && tag !== null ? { tag_number: tag } : {};
}

/** A checkup that is corrected keeps its id. */
const isOtherCheckup = ({ checkup: before }: AnimalState, { checkup: after }: AnimalState): boolean =>
  before?.id !== after?.id || before?.healthStatus !== after?.healthStatus;

type GrowthWeighing = Extract<JournalEvent, { kind: 'weighing' }>;

const isGrowth = (event: JournalEvent): event is GrowthWeighing => event.kind === 'weighing' && event.occasion !== null;

/** The animal's own weights at birth and weaning are the weighings on these occasions. */
function growthWeights({ birth_date }: StoredState, { added, voided, growth }: States): Partial<Columns> {
  if (![...added, ...voided].some(isGrowth)) return {};
  const changed = new Set([...added, ...voided].filter(isGrowth).map(({ occasion }) => occasion));
  const stored = growth.filter(isGrowth).toSorted(compareEvents);
  const last = (occasion: 'birth' | 'weaning'): GrowthWeighing | undefined =>
    stored.findLast((event) => event.occasion === occasion);
  const [birth, weaning] = [last('birth'), last('weaning')];
  return {
    ...(changed.has('birth') && { birth_weight_grams: birth?.weightGrams ?? null }),
    ...(changed.has('weaning') && {
      weaning_weight_grams: weaning?.weightGrams ?? null,
      ...(weaning && birth_date !== null && { weaning_age_days: daysBetween(birth_date, weaning.day) }),
    }),
  };
}
