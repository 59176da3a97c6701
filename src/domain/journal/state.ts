import type { HealthStatus } from '../records/animals.ts';
import type { CalendarDate } from '../values/dates.ts';
import type { LeavingKind } from './departures.ts';
import { scoreNames, withdrawalProducts, type ScoreName, type WithdrawalProduct } from '../records/event-names.ts';
import type { EventKind, EventOf, JournalEvent } from '../records/events.ts';
import { addWeight, type Weight, weightOf } from './growth.ts';
import { nextDoseDay } from './courses.ts';
import { compareEvents, orderKey } from '../records/order.ts';
import { isLaterEnd, medicineKey, type MedicineKind, medicinesOf, type Withdrawal, withdrawalsOf } from './withdrawals.ts';

interface WithdrawalEnd {
  readonly clearOn: CalendarDate | null;
  readonly notRecordedOn: CalendarDate | null;
  readonly eventId: string;
}

type Withdrawals = { readonly [P in WithdrawalProduct]?: WithdrawalEnd };

export const dueKinds = ['vaccination', 'dose', 'checkup'] as const;

export interface DueDate {
  readonly kind: (typeof dueKinds)[number];
  readonly label: string;
  readonly day: CalendarDate;
  /** The event that sets the due date, and its day. */
  readonly eventId: string;
  readonly eventDay: CalendarDate;
  /** A later event with the same subject replaces this due date. */
  readonly subject: string;
}

/** The state of an animal after its events. It is plain JSON without `undefined`. */
export interface AnimalState {
  /** The key of the last event, empty without any. */
  readonly lastKey: string;
  /** The newest by day and creation, whatever its time of day (rule 20). */
  readonly checkup: {
    readonly id: string;
    readonly day: CalendarDate;
    readonly createdAt: string;
    readonly healthStatus: HealthStatus;
  } | null;
  readonly vaccinatedBy: string | null;
  /** The last weight, and those that the gain is computed from; see `addWeight`. */
  readonly weights: readonly Weight[];
  /** The latest end over all medicines; an open course is later than any day. */
  readonly withdrawals: Withdrawals;
  /** The latest ends of finished courses. */
  readonly ended: Withdrawals;
  /** Courses without an end and medicines without a recorded withdrawal. */
  readonly courses: readonly {
    readonly medicine: string;
    readonly product: WithdrawalProduct;
    readonly notRecordedOn: CalendarDate | null;
    readonly eventId: string;
  }[];
  /** The last day of a medicine of each kind whose withdrawal is recorded. */
  readonly withdrawalRecordedOn: Readonly<Partial<Record<MedicineKind, CalendarDate>>>;
  /** The number of doses given in each open course, by medicine. */
  readonly dosesGiven: Readonly<Record<string, number>>;
  readonly placeId: string | null;
  readonly groupIds: readonly string[];
  readonly scores: { readonly [S in ScoreName]?: { readonly value: number; readonly day: CalendarDate } };
  readonly due: readonly DueDate[];
  readonly left: { readonly kind: LeavingKind; readonly day: CalendarDate; readonly eventId: string } | null;
  readonly castratedOn: CalendarDate | null;
  readonly lastBirth: CalendarDate | null;
  readonly weanedOn: CalendarDate | null;
  /** null: by its own dam. */
  readonly rearing: { readonly rearedById: string | null; readonly isBottleFed: boolean } | null;
  /** The last change of the ear tag. */
  readonly tag: { readonly eventId: string; readonly old: string | null; readonly new: string } | null;
}

/** Stored with each state. Increment it when a change of the code gives another state for the same events, so that stored states are folded again. */
export const stateForm = 11;

export const emptyState: AnimalState = {
  lastKey: '',
  checkup: null,
  vaccinatedBy: null,
  weights: [],
  withdrawals: {},
  ended: {},
  courses: [],
  withdrawalRecordedOn: {},
  dosesGiven: {},
  placeId: null,
  groupIds: [],
  scores: {},
  due: [],
  left: null,
  castratedOn: null,
  lastBirth: null,
  weanedOn: null,
  rearing: null,
  tag: null,
};

type Change = Partial<AnimalState>;
type Effects = { readonly [K in EventKind]?: (state: AnimalState, event: EventOf<K>) => Change };

const effects: Effects = {
  checkup: (state, event) => ({
    ...(isNewest(state.checkup, event) && { checkup: checkupOf(event) }),
    ...(event.cdnt && { vaccinatedBy: event.id }),
    ...addWithdrawals(state, event),
    ...(event.weightGrams !== null && {
      weights: addWeight(state.weights, { day: event.day, grams: event.weightGrams }),
    }),
    due: replaceDue(state.due, event, { kind: 'checkup', label: 'Checkup', day: event.nextDueDate, subject: '' }),
  }),
  weighing: (state, { day, weightGrams, method, occasion }) => ({
    weights: addWeight(state.weights, weightOf({ day, grams: weightGrams, method })),
    ...(occasion === 'weaning' && { weanedOn: day }),
  }),
  weaning: (_, { day }) => ({ weanedOn: day }),
  treatment: (state, event) => ({ ...addWithdrawals(state, event), ...addDose(state, event) }),
  vaccination: (state, event) => ({
    ...addWithdrawals(state, event),
    vaccinatedBy: event.id,
    due: replaceDue(state.due, event, {
      kind: 'vaccination',
      label: event.productName,
      day: event.nextDueDay,
      subject: medicineKey(event),
    }),
  }),
  // A pooled sample describes a group and not its animals.
  scores: (state, event) => (event.isPooled ? {} : { scores: mergeScores(state.scores, event) }),
  move: ({ groupIds }, { placeId, groupId, leavesGroup }) => {
    if (groupId === null) return { placeId };
    const others = groupIds.filter((id) => id !== groupId);
    return { groupIds: leavesGroup ? others : [...others, groupId].toSorted() };
  },
  birth: (_, { day }) => ({ lastBirth: day }),
  fostering: (_, { rearedById, isBottleFed }) => ({
    rearing: rearedById === null && !isBottleFed ? null : { rearedById, isBottleFed },
  }),
  castration: (_, { day }) => ({ castratedOn: day }),
  tagChange: (_, { id, oldTag, newTag }) => ({ tag: { eventId: id, old: oldTag, new: newTag } }),
  sale: leave,
  death: leave,
  slaughter: leave,
  loan: leave,
  return: () => ({ left: null }),
};

/** Whether `step` may be used for the event; otherwise the animal's events are folded again. */
export const isAfter = (state: AnimalState, event: JournalEvent): boolean => orderKey(event) > state.lastKey;

export function step(state: AnimalState, event: JournalEvent): AnimalState {
  const effect = effects[event.kind] as ((state: AnimalState, event: JournalEvent) => Change) | undefined;
  return { ...state, ...effect?.(state, event), lastKey: orderKey(event) };
}

/** The events of one animal that are not voided, in any order. */
export const fold = (events: readonly JournalEvent[]): AnimalState => events.toSorted(compareEvents).reduce(step, emptyState);

function isNewest(newest: AnimalState['checkup'], event: EventOf<'checkup'>): boolean {
  return newest === null || compareEvents({ ...newest, time: null }, { ...event, time: null }) < 0;
}

const checkupOf = ({ id, day, createdAt, healthStatus }: EventOf<'checkup'>) => ({ id, day, createdAt, healthStatus });

type NextDue = Pick<DueDate, 'kind' | 'label' | 'subject'> & { readonly day: CalendarDate | null };

/**
 * More than any animal has. Each event reads and writes the whole state, so its lists have limits; otherwise every further medicine would
 * make all later events of the animal slower. The due dates that are longest past are dropped.
 */
const maxDue = 50;

function replaceDue(due: readonly DueDate[], event: JournalEvent, { kind, label, day, subject }: NextDue): readonly DueDate[] {
  const others = due.filter((each) => kind !== each.kind || subject !== each.subject);
  if (day === null) return others;
  const entry: DueDate = { kind, label, day, eventId: event.id, eventDay: event.day, subject };
  const next = others.findIndex((each) => isBefore(entry, each));
  return others.toSpliced(next === -1 ? others.length : next, 0, entry).slice(-maxDue);
}

const sortKey = ({ label, eventId }: DueDate): string => `${label} ${eventId}`;

const isBefore = (a: DueDate, b: DueDate): boolean => (a.day === b.day ? sortKey(a) < sortKey(b) : a.day < b.day);

/** The next dose of a course (rule 69). */
function addDose(state: AnimalState, event: EventOf<'treatment'>): Change {
  const medicine = medicineKey(event);
  // Not looked up by name, because a medicine may be called like a property that every object has.
  const doses = Object.entries(state.dosesGiven);
  const others = doses.filter(([each]) => each !== medicine);
  const given = (doses.find(([each]) => each === medicine)?.[1] ?? 0) + 1;
  const { courseOpen, productName } = event;
  return {
    dosesGiven: Object.fromEntries(courseOpen ? [...others.slice(1 - maxCourses), [medicine, given]] : others),
    due: replaceDue(state.due, event, {
      kind: 'dose',
      label: `${productName}, dose ${given + 1}${event.doses === null ? '' : ` of ${event.doses}`}`,
      day: courseOpen ? nextDoseDay(event, given) : null,
      subject: medicine,
    }),
  };
}

/** Of each product. The oldest is dropped, so that the product stays in withdrawal. */
const maxCourses = 50;

/** What was given at checkups of a day, which do not name their medicines as treatments do. In capitals, so that no product has it. */
const atCheckups = (kind: MedicineKind, day: CalendarDate): string => `CHECKUP ${day} ${kind} `;

/** Those of a checkup whose withdrawal no medicine of the same kind and day has told. */
const untoldOf = ({ withdrawalRecordedOn }: AnimalState, event: EventOf<'checkup'>): readonly string[] =>
  medicinesOf(event).flatMap((kind) =>
    withdrawalRecordedOn[kind] === event.day ? [] : [atCheckups(kind, event.day) + event.id],
  );

/**
 * A later dose of the same medicine with an end closes its course and says what was not recorded: the withdrawal counts from the last dose.
 * A treatment or vaccination also tells what was given at the checkups of its day.
 */
function addWithdrawals(state: AnimalState, event: EventOf<MedicineKind | 'checkup'>): Change {
  let { courses, ended, withdrawalRecordedOn } = state;
  const medicines = event.kind === 'checkup' ? untoldOf(state, event) : [medicineKey(event)];
  for (const { product, clearOn, notRecordedOn } of withdrawalsOf(event)) {
    courses = courses.filter((course) => course.product !== product || !medicines.includes(course.medicine));
    if (clearOn !== null) ended = latest(ended, { product, clearOn, notRecordedOn }, event.id);
    else for (const medicine of medicines) courses = withCourse(courses, { medicine, product, notRecordedOn, eventId: event.id });
    if (event.kind !== 'checkup' && product === 'meat' && notRecordedOn === null) {
      const told = atCheckups(event.kind, event.day);
      courses = courses.filter(({ medicine }) => !medicine.startsWith(told));
      withdrawalRecordedOn = { ...withdrawalRecordedOn, [event.kind]: event.day };
    }
  }
  const open = courses.reduce((all, { eventId, ...course }) => latest(all, { ...course, clearOn: null }, eventId), ended);
  return { courses, ended, withdrawals: open, withdrawalRecordedOn };
}

function withCourse(courses: AnimalState['courses'], course: AnimalState['courses'][number]): AnimalState['courses'] {
  const ofProduct = courses.filter(({ product }) => product === course.product);
  return [...(ofProduct.length < maxCourses ? courses : courses.filter((each) => each !== ofProduct[0])), course];
}

function latest(all: Withdrawals, { product, clearOn, notRecordedOn }: Withdrawal, eventId: string): Withdrawals {
  const known = all[product];
  if (known && !isLaterEnd({ clearOn, notRecordedOn }, known)) return all;
  const next: Withdrawals = { ...all, [product]: { clearOn, notRecordedOn, eventId } };
  return inOrder(withdrawalProducts, next);
}

function mergeScores(scores: AnimalState['scores'], event: EventOf<'scores'>): AnimalState['scores'] {
  const scored = scoreNames.flatMap((name) => {
    const value = event[name];
    return value === null ? [] : [[name, { value, day: event.day }]];
  });
  return inOrder(scoreNames, { ...scores, ...(Object.fromEntries(scored) as AnimalState['scores']) });
}

/** The order of the keys is part of the stored JSON. */
const inOrder = <T extends object>(names: readonly (keyof T & string)[], values: T): T =>
  Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]]))) as T;

function leave(_: AnimalState, event: EventOf<LeavingKind>): Change {
  return { left: { kind: event.kind, day: event.day, eventId: event.id }, placeId: null, groupIds: [] };
}
