import type { AnimalStatus } from './animals.ts';
import { addDays, type CalendarDate } from './dates.ts';
import type { Pregnancy } from './due-births.ts';
import type { WithdrawalProduct } from './records/event-names.ts';

interface State {
  readonly animalId: string;
  readonly withdrawals: readonly { readonly product: WithdrawalProduct; readonly clearOn: CalendarDate | null }[];
  readonly nextDue: { readonly kind: 'vaccination' | 'checkup'; readonly label: string; readonly day: CalendarDate } | null;
}

interface Sources {
  readonly animals: readonly { readonly id: string; readonly status: AnimalStatus }[];
  readonly states: readonly State[];
  readonly expected: readonly Pregnancy[];
}

export type TaskPart = 'overdue' | 'today' | 'week';

export type Task = {
  readonly part: TaskPart;
  /** On which it is due; the first possible one where it has several. */
  readonly day: CalendarDate;
  readonly animalIds: readonly string[];
} & (
  | { readonly kind: 'birth'; readonly pregnancies: readonly Pregnancy[] }
  | { readonly kind: 'vaccination' | 'checkup'; readonly label: string }
  | { readonly kind: 'pregnancyCheck' }
  | { readonly kind: 'withdrawalEnd'; readonly product: WithdrawalProduct }
);

/** A scan sees the young from here on, and tells little that is of use later. */
const [firstScanDay, lastScanDay] = [35, 60];

/** What is overdue for longer was given up. */
const forgottenAfterDays = 90;
const daysAhead = 7;

const kinds = ['birth', 'vaccination', 'checkup', 'pregnancyCheck', 'withdrawalEnd'] as const;

/** What is due and overdue, by day. What is alike on one day is one task for several animals. */
export function tasksOf({ animals, states, expected }: Sources, today: CalendarDate): Task[] {
  const active = new Set(animals.flatMap(({ id, status }) => (status === 'active' ? id : [])));
  const ofActive = states.filter(({ animalId }) => active.has(animalId));
  const found = [
    ...birthTasks(expected),
    ...scanTasks(expected, today),
    ...dueTasks(ofActive, today),
    ...endTasks(ofActive, today),
  ];
  return found.toSorted(
    (a, b) => rank(a.part) - rank(b.part) || compare(a.day, b.day) || kinds.indexOf(a.kind) - kinds.indexOf(b.kind),
  );
}

const rank = (part: TaskPart): number => ['overdue', 'today', 'week'].indexOf(part);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const isShown = (day: CalendarDate, today: CalendarDate): boolean =>
  day >= addDays(today, -forgottenAfterDays) && day <= addDays(today, daysAhead);

const partOf = (day: CalendarDate, today: CalendarDate): TaskPart => (day < today ? 'overdue' : day === today ? 'today' : 'week');

function birthTasks(expected: readonly Pregnancy[]): Task[] {
  const due = expected.filter(({ part }) => part !== 'later');
  const alike = Map.groupBy(due, ({ part, due: day, species }) => `${part} ${part === 'week' ? day : ''} ${species}`);
  return [...alike.values()].flatMap((pregnancies): Task[] => {
    const [first] = pregnancies;
    if (!first || first.part === 'later') return [];
    return [{ kind: 'birth', part: first.part, day: first.due, animalIds: pregnancies.map(({ damId }) => damId), pregnancies }];
  });
}

function scanTasks(expected: readonly Pregnancy[], today: CalendarDate): Task[] {
  const open = expected.filter(({ check, day }) => check === null && day >= firstScanDay && day <= lastScanDay);
  const animalIds = open.map(({ damId }) => damId);
  return open.length === 0 ? [] : [{ kind: 'pregnancyCheck', part: 'today', day: today, animalIds }];
}

function dueTasks(states: readonly State[], today: CalendarDate): Task[] {
  const due = states.flatMap(({ animalId, nextDue }) =>
    nextDue && isShown(nextDue.day, today) ? [{ animalId, ...nextDue }] : [],
  );
  return [...Map.groupBy(due, ({ kind, label, day }) => `${kind} ${day} ${label}`).values()].flatMap((alike): Task[] => {
    const [first] = alike;
    if (!first) return [];
    const { kind, label, day } = first;
    return [{ kind, label, day, part: partOf(day, today), animalIds: alike.map(({ animalId }) => animalId) }];
  });
}

/** That something may be sold again is worth knowing from the day on which it is so. */
function endTasks(states: readonly State[], today: CalendarDate): Task[] {
  const ends = states.flatMap(({ animalId, withdrawals }) =>
    withdrawals.flatMap(({ product, clearOn }) =>
      clearOn !== null && clearOn >= today && isShown(clearOn, today) ? [{ animalId, product, day: clearOn }] : [],
    ),
  );
  return [...Map.groupBy(ends, ({ product, day }) => `${day} ${product}`).values()].flatMap((alike): Task[] => {
    const [first] = alike;
    if (!first) return [];
    const { product, day } = first;
    return [{ kind: 'withdrawalEnd', product, day, part: partOf(day, today), animalIds: alike.map(({ animalId }) => animalId) }];
  });
}
