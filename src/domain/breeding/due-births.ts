import type { AnimalStatus, Sex, Species } from '../records/animals.ts';
import { type BreedingOutcome, isPending } from '../records/breeding.ts';
import { addDays, type CalendarDate, daysBetween } from '../values/dates.ts';
import { dueDate, gestationWindows, type GestationWindow } from './gestation.ts';
import { type Exposure, isDuring, type Move, isRecordOfStay, type Stay, staysOf } from './exposures.ts';
import type { EventOf } from '../records/events.ts';
import { countSteps, runToEnd, type Steps } from '../values/steps.ts';
import { compareText } from '../values/text.ts';

interface Female {
  readonly id: string;
  readonly sex: Sex;
  readonly species: Species;
  readonly status: AnimalStatus;
}

interface Young {
  readonly motherId: string | null;
  readonly birthDate: CalendarDate | null;
}

interface Mating {
  readonly id: string;
  readonly motherId: string;
  readonly fatherId: string;
  readonly breedingDate: CalendarDate;
  readonly expectedDueDate: CalendarDate | null;
  readonly actualBirthDate: CalendarDate | null;
  readonly outcome: BreedingOutcome;
}

export const pregnancyKinds = ['birth', 'abortion', 'pregnancyCheck', 'heat'] as const;
type PregnancyEvent = Pick<EventOf<(typeof pregnancyKinds)[number]>, 'kind' | 'animalId' | 'day' | 'id' | 'createdAt'> & {
  readonly result?: EventOf<'pregnancyCheck'>['result'];
  readonly count?: number | null;
  /** In a heat: the male that marked her. */
  readonly sireId?: string | null;
};

/** `window`: she may have conceived on more than a week's days, and the first day of her window has come. */
export const dueParts = ['overdue', 'today', 'window', 'week', 'later'] as const;
export type DuePart = (typeof dueParts)[number];

export interface Pregnancy {
  /** The breeding record; null if there is none, as for females that run with several males. */
  readonly matingId: string | null;
  readonly damId: string;
  /** The possible sires. */
  readonly sireIds: readonly string[];
  readonly species: Species;
  readonly bredOn: CalendarDate;
  /** The last day on which she may have been mated, if it differs from the first. */
  readonly bredUntil: CalendarDate | null;
  readonly due: CalendarDate;
  /** Days since the first day on which she may have been mated. */
  readonly day: number;
  /** The range of days since then in which the birth is likely. */
  readonly window: GestationWindow;
  readonly part: DuePart;
  /** Days past the window, 0 within it. */
  readonly daysOver: number;
  /** The last pregnancy check after the mating, if it found her pregnant; null if there was none, or if it was unsure. */
  readonly check: { readonly day: CalendarDate; readonly count: number | null } | null;
}

export interface Herd {
  readonly animals: readonly (Female & Young)[];
  readonly matings: readonly Mating[];
  /** Events of the `pregnancyKinds`, in any order. */
  readonly events: readonly PregnancyEvent[];
  readonly exposures?: readonly Exposure[];
  /** Moves into and out of the groups of the exposures, in any order. */
  readonly moves?: readonly Move[];
}

/** If no birth is recorded this long after the window, the mating did not take or the birth was never entered. */
const forgottenAfterDays = 60;

/** No young is born alive sooner after a mating than this, so an earlier birth is from a previous mating. */
const minGestationDays = 100;

/** The first and the last day on which the birth is likely. */
export const dueWindow = ({
  bredOn,
  window,
}: Pick<Pregnancy, 'bredOn' | 'window'>): { readonly from: CalendarDate; readonly to: CalendarDate } => ({
  from: addDays(bredOn, window.from),
  to: addDays(bredOn, window.to),
});

/** The females that may give birth, each once, sorted by due date. */
export const pregnancies = (herd: Herd, today: CalendarDate): Pregnancy[] => runToEnd(pregnanciesInSteps(herd, today));

export function* pregnanciesInSteps(
  { animals, matings, events, exposures = [], moves = [] }: Herd,
  today: CalendarDate,
): Steps<Pregnancy[]> {
  const active = new Map(animals.filter(({ status }) => status === 'active').map((animal) => [animal.id, animal]));
  const lastYoung = new Map<string, CalendarDate>();
  const takeBirth = (damId: string | null, day: CalendarDate | null): void => {
    if (damId !== null && day !== null && day > (lastYoung.get(damId) ?? '')) lastYoung.set(damId, day);
  };
  for (const { motherId, birthDate } of animals) takeBirth(motherId, birthDate);
  for (const { motherId, actualBirthDate } of matings) takeBirth(motherId, actualBirthDate);
  yield;
  const stays = staysOf(exposures, moves, (id) => active.get(id)?.sex === 'female').filter(({ from }) => from <= today);
  yield;
  const eventsOf = Map.groupBy(events, ({ animalId }) => animalId);
  yield;
  const [matingsOf, staysWith] = [
    Map.groupBy(matings, ({ motherId }) => motherId),
    Map.groupBy(stays, ({ femaleId }) => femaleId),
  ];
  const found: Pregnancy[] = [];
  const isStepFull = countSteps();
  for (const damId of new Set([...matingsOf.keys(), ...staysWith.keys()])) {
    const dam = active.get(damId);
    if (!dam) continue;
    const known = { events: (eventsOf.get(damId) ?? []).toSorted(inOrder), lastYoung: lastYoung.get(damId) };
    const [ofDam, withMales] = [matingsOf.get(damId) ?? [], staysWith.get(damId) ?? []];
    if (isStepFull(1 + ofDam.length + withMales.length)) yield;
    const expected = servicesOf(dam, ofDam, withMales, known, today)
      .toSorted((a, b) => compareText(a.from, b.from))
      .flatMap((service) => pregnancyFrom(service, dam, known, today) ?? []);
    const possible = expected.filter(({ daysOver }) => daysOver === 0);
    const [first, ...others] = possible.length > 0 ? possible : expected.slice(-1);
    if (first) found.push(spanning(first, others, today));
  }
  yield;
  return found.toSorted((a, b) => compareText(a.due, b.due) || compareText(a.damId, b.damId));
}

/** She may have conceived from any of these matings; the window is that of all of them. */
function spanning(first: Pregnancy, others: readonly Pregnancy[], today: CalendarDate): Pregnancy {
  if (others.length === 0) return first;
  const all = [first, ...others];
  const { bredOn, due } = first;
  const lastBred = all.map(({ bredUntil, ...each }) => bredUntil ?? each.bredOn).reduce((a, b) => (a > b ? a : b));
  const window = {
    from: Math.min(...all.map((each) => daysBetween(bredOn, each.bredOn) + each.window.from)),
    to: Math.max(...all.map((each) => daysBetween(bredOn, each.bredOn) + each.window.to)),
  };
  const bredUntil = lastBred === bredOn ? null : lastBred;
  return {
    ...first,
    matingId: null,
    sireIds: [...new Set(all.flatMap(({ sireIds }) => sireIds))],
    bredUntil,
    window,
    part: partOf({ due, bredOn, bredUntil, window, daysOver: 0 }, today),
    check: all.findLast(({ check }) => check !== null)?.check ?? null,
  };
}

const oneServiceDays = 7;

/** If she may have conceived on more days than these, no day is the one on which she is due. */
export const hasDueDay = ({ bredOn, bredUntil }: Pick<Pregnancy, 'bredOn' | 'bredUntil'>): boolean =>
  bredUntil === null || daysBetween(bredOn, bredUntil) <= oneServiceDays;

/** Whether the birth is on a day, or was to be before today; otherwise it is on that day or later. */
export const isDue = (pregnancy: Pick<Pregnancy, 'bredOn' | 'bredUntil' | 'part'>): boolean =>
  pregnancy.part === 'overdue' || hasDueDay(pregnancy);

/** The day on which she is due or, without one, the first day of her window. */
export const dueFrom = (pregnancy: Pick<Pregnancy, 'due' | 'bredOn' | 'bredUntil' | 'window'>): CalendarDate =>
  hasDueDay(pregnancy) ? pregnancy.due : dueWindow(pregnancy).from;

function partOf(
  pregnancy: Pick<Pregnancy, 'due' | 'bredOn' | 'bredUntil' | 'window' | 'daysOver'>,
  today: CalendarDate,
): DuePart {
  if (pregnancy.daysOver > 0) return 'overdue';
  const day = dueFrom(pregnancy);
  if (day <= today) return hasDueDay(pregnancy) ? 'today' : 'window';
  return day <= addDays(today, 7) ? 'week' : 'later';
}

interface KnownOfDam {
  /** In chronological order. */
  readonly events: readonly PregnancyEvent[];
  readonly lastYoung: CalendarDate | undefined;
}

/** She was mated on one of these days. */
interface Service extends Pick<Pregnancy, 'matingId' | 'sireIds'> {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  /** Days by which the farmer, who knows the breed, has moved the due date. */
  readonly shift: number;
}

function servicesOf(
  { species }: Female,
  matings: readonly Mating[],
  stays: readonly Stay[],
  known: KnownOfDam,
  today: CalendarDate,
): Service[] {
  const shiftOf = ({ breedingDate, expectedDueDate }: Mating): number =>
    expectedDueDate === null ? 0 : daysBetween(dueDate(species, breedingDate), expectedDueDate);
  const open = matings.filter((mating) => isPending(mating) && mating.breedingDate <= today);
  const isInStay = (mating: Mating): boolean =>
    stays.some((stay) => stay.maleIds.includes(mating.fatherId) && isDuring(stay, mating.breedingDate));
  return [
    ...open
      .filter((mating) => !isInStay(mating))
      .map((mating) => ({
        matingId: mating.id,
        sireIds: [mating.fatherId],
        from: mating.breedingDate,
        to: mating.breedingDate,
        shift: shiftOf(mating),
      })),
    ...stays.flatMap((stay): Service[] => {
      const record = matings.find((mating) => isRecordOfStay(mating, stay));
      if (record && !isPending(record)) return [];
      const shift = record ? shiftOf(record) : 0;
      const observed = lastObservedMating(stay, open, known);
      if (observed) return [{ matingId: record?.id ?? null, shift, ...observed }];
      const to = stay.to !== null && stay.to < today ? stay.to : today;
      return [{ matingId: record?.id ?? null, sireIds: stay.maleIds, from: earliestConception(stay.from, to, known), to, shift }];
    }),
  ];
}

/** The last day on which a mating was observed: by a mark, or by a breeding record of that day. */
function lastObservedMating(
  stay: Stay,
  matings: readonly Mating[],
  { events }: KnownOfDam,
): (Partial<Service> & Omit<Service, 'matingId' | 'shift'>) | undefined {
  const marks = events
    .filter(({ kind, day }) => kind === 'heat' && isDuring(stay, day))
    .map(({ day, sireId }) => ({ from: day, to: day, sireIds: sireId ? [sireId] : stay.maleIds }));
  const dated = matings
    .filter(
      (mating) => stay.maleIds.includes(mating.fatherId) && isDuring(stay, mating.breedingDate) && !isRecordOfStay(mating, stay),
    )
    .map(({ id, breedingDate, fatherId }) => ({ from: breedingDate, to: breedingDate, sireIds: [fatherId], matingId: id }));
  return [...marks, ...dated].toSorted((a, b) => compareText(a.from, b.from)).at(-1);
}

/** The first day on which she can have conceived: while she is with the males, days before a birth or a loss do not count. */
function earliestConception(from: CalendarDate, to: CalendarDate, { events, lastYoung }: KnownOfDam): CalendarDate {
  const ends = events.flatMap(({ kind, day }) => (kind === 'birth' || kind === 'abortion' ? day : []));
  return [...ends, lastYoung ?? from].filter((day) => day > from && day < to).reduce((a, b) => (a > b ? a : b), from);
}

function pregnancyFrom(
  { matingId, sireIds, from, to, shift }: Service,
  { id: damId, species }: Female,
  { events, lastYoung }: KnownOfDam,
  today: CalendarDate,
): Pregnancy | undefined {
  const since = events.filter((event) => event.kind !== 'heat' && event.day > from);
  if (since.some(({ kind }) => kind !== 'pregnancyCheck')) return undefined;
  if (lastYoung !== undefined && lastYoung > addDays(from, minGestationDays)) return undefined;
  const check = since.at(-1);
  if (check?.result === 'open') return undefined;
  const due = addDays(dueDate(species, from), shift);
  const { from: first, to: last } = gestationWindows[species];
  const window = { from: first + shift, to: last + shift + daysBetween(from, to) };
  const day = daysBetween(from, today);
  const daysOver = Math.max(0, day - window.to);
  if (daysOver > forgottenAfterDays) return undefined;
  const seen = check?.result === 'pregnant' ? { day: check.day, count: check.count ?? null } : null;
  const bredUntil = to === from ? null : to;
  const part = partOf({ due, bredOn: from, bredUntil, window, daysOver }, today);
  return { matingId, damId, sireIds, species, bredOn: from, bredUntil, due, day, window, part, daysOver, check: seen };
}

const inOrder = (a: PregnancyEvent, b: PregnancyEvent): number =>
  compareText(a.day, b.day) || compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id);
