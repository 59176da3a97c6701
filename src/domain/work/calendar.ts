import { type Species, speciesTerms } from '../records/animals.ts';
import type { ChoreOfDay } from '../records/chores.ts';
import { addDays, type CalendarDate, daysBetween } from '../values/dates.ts';
import { paperAnimalsText, paperText, type PapersDue } from './papers-due.ts';
import { countSteps, itemsPerStep, type Steps } from '../values/steps.ts';
import { isDue } from '../breeding/due-births.ts';
import { dueTasks, openChores, type Sources } from './today.ts';
import { capitalized } from '../values/text.ts';

/** The kinds of entries that a person can choose for the calendar. */
export const calendarKinds = ['births', 'boosters', 'chores', 'withdrawals', 'papers'] as const;
export type CalendarKind = (typeof calendarKinds)[number];

/** An all-day entry. */
export interface CalendarEntry {
  /** Stable while the day or the wording of the entry changes, so that calendar programs update it. */
  readonly key: string;
  readonly day: CalendarDate;
  readonly title: string;
  readonly note: string;
}

const [daysBefore, daysAhead] = [30, 180];

/** The nearest entries are taken. Equal tasks of one day are one entry, so that nobody gets sixty a day. */
export const maxCalendarEntries = 200;

/** How many animals an entry names. */
const maxTags = 20;

interface Named {
  readonly tagNumber: string;
  readonly species: Species;
}

type CalendarSources = Omit<Sources<ChoreOfDay>, 'animals'> & {
  readonly animals: readonly (Sources<ChoreOfDay>['animals'][number] & Named)[];
  readonly papers: PapersDue;
};

const kindOf = {
  birth: 'births',
  pregnancyCheck: 'births',
  weaning: 'births',
  vaccination: 'boosters',
  dose: 'boosters',
  checkup: 'boosters',
  withdrawalEnd: 'withdrawals',
} as const;

/** Whether entries of a day are in the calendar of today. */
export function calendarDays(today: CalendarDate): (day: CalendarDate) => boolean {
  const [first, last] = [addDays(today, -daysBefore), addDays(today, daysAhead)];
  return (day) => day >= first && day <= last;
}

export function* calendarEntries(
  sources: CalendarSources,
  wanted: ReadonlySet<CalendarKind>,
  today: CalendarDate,
): Steps<readonly CalendarEntry[]> {
  const byId = new Map(sources.animals.map((animal) => [animal.id, animal]));
  const equalTasks = yield* groupTasks(sources, wanted, today, byId);
  const entries: CalendarEntry[] = [];
  const isStepFull = countSteps();
  for (const [key, equal] of equalTasks) {
    if (isStepFull(equal.length)) yield;
    entries.push(...taskEntry(key, equal));
  }
  for (const chore of wanted.has('chores') ? openChores(sources) : []) {
    if (isStepFull(1 + chore.animalIds.length)) yield;
    entries.push(choreEntry(chore, byId));
  }
  if (wanted.has('papers')) entries.push(...paperEntries(sources.papers, byId));
  const isInCalendar = calendarDays(today);
  const shown = entries.filter(({ day }) => isInCalendar(day));
  let nearest: readonly CalendarEntry[] = [];
  for (let at = 0; at < shown.length; at += itemsPerStep) {
    nearest = nearestOf([...nearest, ...shown.slice(at, at + itemsPerStep)], today);
    yield;
  }
  return nearest.toSorted((a, b) => (a.day < b.day || (a.day === b.day && a.key < b.key) ? -1 : 1));
}

/** The wanted tasks by what makes them one entry. */
function* groupTasks(
  sources: CalendarSources,
  wanted: ReadonlySet<CalendarKind>,
  today: CalendarDate,
  byId: ReadonlyMap<string, Named>,
): Steps<ReadonlyMap<string, readonly TaskOfDay[]>> {
  const isInCalendar = calendarDays(today);
  const equalTasks = new Map<string, TaskOfDay[]>();
  const isStepFull = countSteps();
  for (const { due, day, chore } of dueTasks(sources, today, daysAhead)) {
    if (isStepFull()) yield;
    if (due.kind === 'chore' || !wanted.has(kindOf[due.kind]) || !isInCalendar(day)) continue;
    const animals = due.animalIds.flatMap((id) => byId.get(id) ?? []);
    const subject = 'label' in due ? due.label : 'product' in due ? due.product : (animals[0]?.species ?? '');
    const isFrom = due.kind === 'birth' && !due.pregnancies.every(isDue);
    const reason = chore?.reason ?? null;
    const task = { kind: due.kind, subject, isFrom, day, animals, reason, isPutOff: chore !== undefined };
    const key = `${due.kind}${isFrom ? 's from' : ''} ${day} ${subject}${chore ? ' put off' : ''}`;
    const equal = equalTasks.get(key);
    if (equal) equal.push(task);
    else equalTasks.set(key, [task]);
  }
  return equalTasks;
}

function taskEntry(key: string, equal: readonly TaskOfDay[]): readonly CalendarEntry[] {
  const [first] = equal;
  if (!first) return [];
  const animals = equal.flatMap((task) => task.animals);
  const reasons = [...new Set(equal.flatMap(({ reason }) => reason ?? []))];
  const note = [tagsOf(animals), ...(first.isPutOff ? [`Put off: ${reasons.join(', ')}`] : [])].join('\n');
  return [{ key, day: first.day, title: titleOf(first, animals), note }];
}

function choreEntry(chore: ChoreOfDay, byId: ReadonlyMap<string, Named>): CalendarEntry {
  const animals = chore.animalIds.flatMap((id) => byId.get(id) ?? []);
  const note = [
    ...(chore.responsible === null ? [] : [`Responsible: ${chore.responsible}`]),
    ...(animals.length > 0 ? [tagsOf(animals)] : []),
    ...(chore.putOffTo !== null && chore.reason !== null ? [`Put off: ${chore.reason}`] : []),
  ].join('\n');
  return { key: `chore ${chore.id}`, day: chore.putOffTo ?? chore.day, title: chore.name, note };
}

const paperEntries = ({ due, putOff }: PapersDue, byId: ReadonlyMap<string, Named>): readonly CalendarEntry[] =>
  [
    ...due.map((paper) => ({ ...paper, isPutOff: false })),
    ...putOff.map(({ chore, to, ...paper }) => ({ ...paper, day: to, reason: chore.reason, isPutOff: true })),
  ].map(({ subject, day, sale, animalIds, reason, isPutOff }) => {
    const animals = animalIds.flatMap((id) => byId.get(id) ?? []);
    return {
      key: `paper ${subject}${isPutOff ? ` ${day}` : ''}`,
      day,
      title: `${paperText({ sale })}: ${paperAnimalsText({ sale, animalIds }, animals[0]?.tagNumber)}`,
      note: [tagsOf(animals), ...(reason === null ? [] : [`Put off: ${reason}`])].join('\n'),
    };
  });

const nearestOf = (entries: readonly CalendarEntry[], today: CalendarDate): readonly CalendarEntry[] =>
  entries
    .map((entry) => ({ entry, distance: Math.abs(daysBetween(today, entry.day)) }))
    .toSorted((a, b) => a.distance - b.distance || (a.entry.key < b.entry.key ? -1 : 1))
    .slice(0, maxCalendarEntries)
    .map(({ entry }) => entry);

function tagsOf(animals: readonly Named[]): string {
  const tags = animals.slice(0, maxTags).map(({ tagNumber }) => tagNumber);
  return [...tags, ...(animals.length > maxTags ? [`and ${animals.length - maxTags} more`] : [])].join(', ');
}

interface Task {
  readonly kind: keyof typeof kindOf;
  /** The label or the product, otherwise the species. */
  readonly subject: string;
  /** The birth has no due day and may be on this day or a later one. */
  readonly isFrom: boolean;
}

interface TaskOfDay extends Task {
  readonly day: CalendarDate;
  readonly animals: readonly Named[];
  readonly reason: string | null;
  readonly isPutOff: boolean;
}

function titleOf({ kind, subject, isFrom }: Task, animals: readonly Named[]): string {
  const [first] = animals;
  const size = animals.length;
  const one = size === 1 ? (first?.tagNumber ?? '') : undefined;
  const females = `${size} ${first ? speciesTerms[first.species].female.toLowerCase() : 'female'}s`;
  switch (kind) {
    case 'birth':
      return `${one ?? females} ${isFrom ? 'may give birth from this day on' : 'due'}`;
    case 'pregnancyCheck':
      return `Pregnancy check: ${one ?? females}`;
    case 'weaning':
      return `Wean: ${one ?? `${size} ${first ? speciesTerms[first.species].young.toLowerCase() : 'young'}s`}`;
    case 'withdrawalEnd':
      return `${capitalized(subject)} clear: ${one ?? `${size} animals`}`;
    default:
      return one === undefined ? `${size} × ${subject}` : `${subject}: ${one}`;
  }
}
