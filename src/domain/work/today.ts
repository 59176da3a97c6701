import { type AnimalStatus, hasAppointments, type Species } from '../records/animals.ts';
import { type ChoreOfDay, forgottenAfterDays, putOffKey, putOffs } from '../records/chores.ts';
import { addDays, type CalendarDate } from '../values/dates.ts';
import { dueFrom, dueWindow, hasDueDay, isDue, type Pregnancy } from '../breeding/due-births.ts';
import { dayToWean } from '../breeding/mothering.ts';
import type { DueDate } from '../journal/state.ts';
import type { WithdrawalProduct } from '../records/event-names.ts';
import { countSteps, runToEnd, type Steps } from '../values/steps.ts';
import { compareText } from '../values/text.ts';
import { truncateText } from '../values/text-length.ts';
import type { Grams } from '../values/units.ts';

interface State {
  readonly animalId: string;
  readonly placeId: string | null;
  readonly groupIds: readonly string[];
  readonly withdrawals: readonly { readonly product: WithdrawalProduct; readonly clearOn: CalendarDate | null }[];
  readonly due: readonly Omit<DueDate, 'subject'>[];
  readonly weanedOn: CalendarDate | null;
}

interface HerdAnimal {
  readonly id: string;
  readonly status: AnimalStatus;
  readonly species: Species;
  readonly motherId: string | null;
  readonly birthDate: CalendarDate | null;
  readonly weaningWeightGrams: Grams | null;
}

export interface Sources<C extends ChoreOfDay> {
  readonly animals: readonly HerdAnimal[];
  readonly states: readonly State[];
  readonly expected: readonly Pregnancy[];
  readonly chores: readonly C[];
  /** The age at which this farm weans young; null: no reminder. */
  readonly weaningDays: number | null;
}

export type TaskPart = 'overdue' | 'today' | 'week';

/** Where a task is done: by place, or by group for animals without a place. */
export interface Where {
  readonly kind: 'place' | 'group';
  readonly id: string;
}

type What<C> =
  | { readonly kind: 'birth'; readonly pregnancies: readonly Pregnancy[] }
  | { readonly kind: DueDate['kind']; readonly label: string; readonly saidBy: readonly Pick<DueDate, 'eventId' | 'eventDay'>[] }
  | { readonly kind: 'pregnancyCheck' }
  | { readonly kind: 'weaning'; readonly species: Species }
  | { readonly kind: 'withdrawalEnd'; readonly product: WithdrawalProduct }
  | { readonly kind: 'chore'; readonly chore: C };

/** A task for one animal, or a chore. */
type Due<C> = What<C> & {
  /** The subject of the chore that postpones it. */
  readonly subject: string;
  readonly day: CalendarDate;
  readonly animalIds: readonly string[];
  /** Set for births, which are overdue only after their window. */
  readonly part?: TaskPart | 'later';
};

export type Task<C extends ChoreOfDay = ChoreOfDay> = What<C> & {
  readonly part: TaskPart;
  /** The day on which it is due; the first one if there are several. */
  readonly day: CalendarDate;
  readonly animalIds: readonly string[];
  readonly where: Where | null;
  /** The subjects to postpone, with their animals. */
  readonly subjects: readonly { readonly subject: string; readonly day: CalendarDate; readonly animalIds: readonly string[] }[];
  /** Until when and why it was put off, if it was. */
  readonly putOff: { readonly to: CalendarDate; readonly reason: string | null } | null;
};

export interface PutOff<C> {
  readonly chore: C;
  readonly to: CalendarDate;
  /** The animals for which it would be due. */
  readonly animalIds: readonly string[];
}

export interface Agenda<C extends ChoreOfDay = ChoreOfDay> {
  /** Due and overdue tasks by day. Equal tasks on one day and at one place are one task for several animals. */
  readonly tasks: readonly Task<C>[];
  /** Tasks that were postponed to a later day. */
  readonly putOff: readonly PutOff<C>[];
  /** Chores after this week. */
  readonly later: readonly C[];
  /** Chores that were done today. */
  readonly done: readonly C[];
}

/** The days of pregnancy on which a scan shows the young and is still useful. */
const [firstScanDay, lastScanDay] = [35, 60];

const daysAhead = 7;

const kinds = ['chore', 'birth', 'dose', 'vaccination', 'checkup', 'pregnancyCheck', 'weaning', 'withdrawalEnd'] as const;

export const agendaOf = <C extends ChoreOfDay>(sources: Sources<C>, today: CalendarDate): Agenda<C> =>
  runToEnd(agendaInSteps(sources, today));

export function* agendaInSteps<C extends ChoreOfDay>(sources: Sources<C>, today: CalendarDate): Steps<Agenda<C>> {
  const { chores } = sources;
  const open = openChores(sources);
  const whereOf = new Map(sources.states.map((state) => [state.animalId, placeOf(state)]));
  const isShown = shownDays(today);
  const alike = new Map<string, DueTask<C>[]>();
  const postponed = new Map<C, string[]>();
  const isStepFull = countSteps();
  for (const { due, day, chore } of dueTasks(sources, today)) {
    if (isStepFull()) yield;
    const [animalId = ''] = due.animalIds;
    if (chore && day > today) {
      addTo(postponed, chore, animalId);
      continue;
    }
    const part = chore ? partOf(day, today) : (due.part ?? partOf(day, today));
    if (part === 'later' || (due.kind !== 'birth' && !isShown(day))) continue;
    const putOff = chore ? { to: day, reason: chore.reason } : null;
    const task = { ...due, day, part, originalDay: due.day, where: whereOf.get(animalId) ?? null, putOff };
    addTo(alike, keyOf(task), task);
  }
  // Sorted by what few tasks differ in, since there can be very many tasks.
  const sorted = new Map<string, Task<C>[]>();
  const add = (task: Task<C>): void => addTo(sorted, `${rank(task.part)} ${task.day} ${kinds.indexOf(task.kind)}`, task);
  for (const tasks of alike.values()) {
    if (isStepFull(tasks.length)) yield;
    add(mergeTasks(tasks));
  }
  for (const chore of open) choreTask(chore, today, whereOf).forEach(add);
  return {
    tasks: [...sorted].toSorted(([a], [b]) => compareText(a, b)).flatMap(([, tasks]) => tasks),
    putOff: [
      ...[...postponed].map(([chore, animalIds]) => ({ chore, to: chore.putOffTo ?? chore.day, animalIds })),
      ...open.flatMap((chore) =>
        chore.putOffTo && chore.putOffTo > today ? [{ chore, to: chore.putOffTo, animalIds: chore.animalIds }] : [],
      ),
    ].toSorted((a, b) => compareText(a.to, b.to)),
    later: open
      .filter(({ day, putOffTo }) => putOffTo === null && day > addDays(today, daysAhead))
      .toSorted((a, b) => compareText(a.day, b.day)),
    done: chores.filter(({ subject, archivedAt, doneOn }) => subject === null && archivedAt !== null && doneOn === today),
  };
}

function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** The people responsible for open chores. */
export const responsibleFor = (sources: ChoreSources<ChoreOfDay>): readonly string[] =>
  [...new Set(openChores(sources).flatMap(({ responsible }) => responsible ?? []))].toSorted();

/** Only the tasks of one person. */
export function agendaFor<C extends ChoreOfDay>({ tasks, putOff, later, done }: Agenda<C>, name: string): Agenda<C> {
  const isTheirs = ({ responsible }: C) => responsible === name;
  return {
    tasks: tasks.filter((task) => task.kind === 'chore' && isTheirs(task.chore)),
    putOff: putOff.filter(({ chore }) => isTheirs(chore)),
    later: later.filter(isTheirs),
    done: done.filter(isTheirs),
  };
}

interface ChoreSources<C extends ChoreOfDay> {
  readonly chores: readonly C[];
  readonly animals: readonly Pick<HerdAnimal, 'id' | 'status'>[];
}

/** A chore for animals alone has no day while all of them have left; it is open again when one is back. */
export function openChores<C extends ChoreOfDay>({ chores, animals }: ChoreSources<C>): readonly C[] {
  const left = new Set(animals.flatMap((animal) => (hasAppointments(animal) ? [] : animal.id)));
  const isOfLeft = ({ animalIds, groupId, placeId }: C): boolean =>
    groupId === null && placeId === null && animalIds.length > 0 && animalIds.every((id) => left.has(id));
  return chores.filter((chore) => chore.subject === null && chore.archivedAt === null && !isOfLeft(chore));
}

interface DueOnDay<C> {
  readonly due: Due<C>;
  /** Its own day, or the day to which it was postponed. */
  readonly day: CalendarDate;
  /** The chore that postpones it. */
  readonly chore: C | undefined;
}

/** The due tasks of each animal, including scans that become due within `scansAhead` days. Computed one after another. */
export function* dueTasks<C extends ChoreOfDay>(
  { animals, states, expected, chores, weaningDays }: Sources<C>,
  today: CalendarDate,
  scansAhead = 0,
): Generator<DueOnDay<C>> {
  const active = new Set(animals.flatMap((animal) => (hasAppointments(animal) ? animal.id : [])));
  const postponements = putOffs(chores);
  const onDay = (due: Due<C>): DueOnDay<C> => {
    const chore = postponements.get(putOffKey(due.subject, due.animalIds[0] ?? ''));
    return { due, day: chore?.putOffTo ?? due.day, chore };
  };
  for (const due of births(expected)) yield onDay(due);
  for (const due of scans(expected, postponements, scansAhead)) yield onDay(due);
  for (const state of states) if (active.has(state.animalId)) for (const due of boosters(state)) yield onDay(due);
  if (weaningDays !== null) for (const due of weanings(animals, states, weaningDays)) yield onDay(due);
  for (const state of states)
    if (active.has(state.animalId)) for (const due of withdrawalEnds(state, today, postponements)) yield onDay(due);
}

type DueTask<C extends ChoreOfDay> = Due<C> & Pick<Task<C>, 'part' | 'where' | 'putOff'> & { readonly originalDay: CalendarDate };

const rank = (part: TaskPart): number => ['overdue', 'today', 'week'].indexOf(part);

function shownDays(today: CalendarDate): (day: CalendarDate) => boolean {
  const [first, last] = [addDays(today, -forgottenAfterDays), addDays(today, daysAhead)];
  return (day) => day >= first && day <= last;
}

const partOf = (day: CalendarDate, today: CalendarDate): TaskPart => (day < today ? 'overdue' : day === today ? 'today' : 'week');

function placeOf({ placeId, groupIds: [groupId] }: State): Where | null {
  if (placeId !== null) return { kind: 'place', id: placeId };
  return groupId === undefined ? null : { kind: 'group', id: groupId };
}

/** Due items with equal keys are one task. */
function keyOf<C extends ChoreOfDay>(due: DueTask<C>): string {
  const [pregnancy] = due.kind === 'birth' ? due.pregnancies : [];
  const what = 'label' in due ? due.label : 'product' in due ? due.product : 'species' in due ? due.species : '';
  const isInWindow = pregnancy?.part === 'window';
  const isAnyDay =
    isInWindow || (['birth', 'weaning'].includes(due.kind) && due.part !== 'week') || due.kind === 'pregnancyCheck';
  return [
    due.kind,
    isInWindow ? 'window' : due.part,
    pregnancy && `${pregnancy.species} ${isDue(pregnancy)}`,
    isAnyDay ? '' : due.day,
    what,
    due.where?.id,
    due.putOff?.to,
    due.putOff?.reason,
  ].join(' ');
}

function mergeTasks<C extends ChoreOfDay>(alike: readonly DueTask<C>[]): Task<C> {
  const [first] = alike;
  if (!first) throw new RangeError('There is nothing alike');
  const { subject: _subject, originalDay: _originalDay, ...task } = first;
  const subjects = [...Map.groupBy(alike, ({ subject }) => subject)].map(([subject, those]) => ({
    subject,
    day: those[0]?.originalDay ?? first.day,
    animalIds: [...new Set(those.flatMap(({ animalIds }) => animalIds))],
  }));
  return {
    ...task,
    animalIds: alike.flatMap(({ animalIds }) => animalIds),
    subjects,
    ...('saidBy' in first && { saidBy: alike.flatMap((each) => ('saidBy' in each ? each.saidBy : [])) }),
    ...(first.kind === 'birth' && { pregnancies: alike.flatMap((each) => (each.kind === 'birth' ? each.pregnancies : [])) }),
  };
}

function choreTask<C extends ChoreOfDay>(
  chore: C,
  today: CalendarDate,
  whereOf: ReadonlyMap<string, Where | null>,
): readonly Task<C>[] {
  const { placeId, groupId, animalIds, putOffTo, reason } = chore;
  const day = putOffTo ?? chore.day;
  if (day > addDays(today, daysAhead) || (putOffTo !== null && putOffTo > today)) return [];
  const [first] = animalIds;
  const where: Where | null =
    placeId !== null
      ? { kind: 'place', id: placeId }
      : groupId !== null
        ? { kind: 'group', id: groupId }
        : animalIds.length === 1
          ? (whereOf.get(first ?? '') ?? null)
          : null;
  const putOff = putOffTo === null ? null : { to: putOffTo, reason };
  return [{ kind: 'chore', chore, part: partOf(day, today), day, animalIds, where, subjects: [], putOff }];
}

const births = (expected: readonly Pregnancy[]): readonly Due<never>[] =>
  expected.map((pregnancy) => ({
    kind: 'birth',
    subject: `birth ${pregnancy.due}`,
    day: pregnancy.part === 'overdue' && !hasDueDay(pregnancy) ? dueWindow(pregnancy).to : dueFrom(pregnancy),
    part: pregnancy.part === 'window' ? 'week' : pregnancy.part,
    animalIds: [pregnancy.damId],
    pregnancies: [pregnancy],
  }));

function scans(
  expected: readonly Pregnancy[],
  postponements: ReadonlyMap<string, ChoreOfDay>,
  ahead: number,
): readonly Due<never>[] {
  return expected.flatMap(({ check, day, damId, bredOn }): Due<never>[] => {
    const subject = `pregnancyCheck ${bredOn}`;
    const isOpen =
      check === null && day >= firstScanDay - ahead && (day <= lastScanDay || postponements.has(putOffKey(subject, damId)));
    const due = {
      kind: 'pregnancyCheck',
      subject,
      day: addDays(bredOn, firstScanDay),
      part: 'today',
      animalIds: [damId],
    } as const;
    return isOpen ? [due] : [];
  });
}

const longestLabel = 150;

const boosters = ({ animalId, due }: State): readonly Due<never>[] =>
  due.map(({ kind, label, day, eventId, eventDay }): Due<never> => {
    const subject = `${kind} ${day} ${truncateText(label, longestLabel)}`;
    return { kind, label, day, subject, animalIds: [animalId], saidBy: [{ eventId, eventDay }] };
  });

/** Only for young of the farm's own dams, since it is unknown when bought ones were weaned. */
function weanings(animals: readonly HerdAnimal[], states: readonly State[], weaningDays: number): readonly Due<never>[] {
  const own = new Set(animals.map(({ id }) => id));
  const stateOf = new Map(states.map((state) => [state.animalId, state]));
  return animals.flatMap((animal): Due<never>[] => {
    const { id, species, motherId } = animal;
    const day = dayToWean(animal, stateOf.get(id), weaningDays);
    if (!hasAppointments(animal) || motherId === null || !own.has(motherId) || day === undefined) return [];
    return [{ kind: 'weaning', species, subject: 'weaning', day, animalIds: [id] }];
  });
}

/** The ends of withdrawals, after which products may be sold again. */
const withdrawalEnds = (
  { animalId, withdrawals }: State,
  today: CalendarDate,
  postponements: ReadonlyMap<string, ChoreOfDay>,
): readonly Due<never>[] =>
  withdrawals.flatMap(({ product, clearOn: day }): Due<never>[] => {
    if (day === null) return [];
    const subject = `withdrawalEnd ${day} ${product}`;
    const isShown = day >= today || postponements.has(putOffKey(subject, animalId));
    return isShown ? [{ kind: 'withdrawalEnd', product, day, subject, animalIds: [animalId] }] : [];
  });
