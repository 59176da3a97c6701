import type { AnimalStatus, Species } from './animals.ts';
import type { BreedingOutcome } from './breeding.ts';
import { addDays, type CalendarDate, daysBetween } from './dates.ts';
import { dueDate, gestationDays, gestationWindows, type GestationWindow } from './gestation.ts';
import type { EventOf } from './records/events.ts';

interface Female {
  readonly id: string;
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
  readonly outcome: BreedingOutcome;
}

export const pregnancyKinds = ['birth', 'abortion', 'pregnancyCheck'] as const;
type PregnancyEvent = Pick<EventOf<(typeof pregnancyKinds)[number]>, 'kind' | 'animalId' | 'day' | 'id' | 'createdAt'> & {
  readonly result?: EventOf<'pregnancyCheck'>['result'];
  readonly count?: number | null;
};

export const dueParts = ['overdue', 'today', 'week', 'later'] as const;
export type DuePart = (typeof dueParts)[number];

export interface Pregnancy {
  readonly matingId: string;
  readonly damId: string;
  readonly sireId: string;
  readonly species: Species;
  readonly bredOn: CalendarDate;
  readonly due: CalendarDate;
  /** Days since the mating. */
  readonly day: number;
  /** Days since the mating between which the birth is likely. */
  readonly window: GestationWindow;
  readonly part: DuePart;
  /** How many days past the window, 0 within it. */
  readonly daysOver: number;
  /** A check after the mating; null if there was none. */
  readonly check: { readonly day: CalendarDate; readonly count: number | null } | null;
}

export interface Herd {
  readonly animals: readonly (Female & Young)[];
  readonly matings: readonly Mating[];
  /** Of the kinds of `pregnancyKinds`, in any order. */
  readonly events: readonly PregnancyEvent[];
}

/** A mating of which no birth has been recorded so long after its window has been forgotten, or did not take. */
const forgottenAfterDays = 60;

/** No young is born alive so soon after a mating; one that is older than that was born of another one. */
const leastDays = 100;

/** The females that may give birth, each once, the earliest due first. */
export function pregnancies({ animals, matings, events }: Herd, today: CalendarDate): Pregnancy[] {
  const females = new Map(animals.filter(({ status }) => status === 'active').map((animal) => [animal.id, animal]));
  const lastYoung = new Map<string, CalendarDate>();
  for (const { motherId, birthDate } of animals) {
    if (motherId !== null && birthDate !== null && birthDate > (lastYoung.get(motherId) ?? ''))
      lastYoung.set(motherId, birthDate);
  }
  const eventsOf = Map.groupBy(events, ({ animalId }) => animalId);
  const open = matings.filter(({ outcome, breedingDate }) => outcome === 'pending' && breedingDate <= today);
  return [...Map.groupBy(open, ({ motherId }) => motherId)]
    .flatMap(([damId, ofDam]) => {
      const dam = females.get(damId);
      if (!dam) return [];
      const known = { events: eventsOf.get(damId) ?? [], lastYoung: lastYoung.get(damId) };
      const expected = ofDam
        .toSorted((a, b) => compare(a.breedingDate, b.breedingDate))
        .flatMap((mating) => pregnancyFrom(mating, dam, known, today) ?? []);
      // After one that did not take she was mated again.
      return expected.find(({ daysOver }) => daysOver === 0) ?? expected.at(-1) ?? [];
    })
    .toSorted((a, b) => compare(a.due, b.due) || compare(a.damId, b.damId));
}

interface KnownOfDam {
  readonly events: readonly PregnancyEvent[];
  readonly lastYoung: CalendarDate | undefined;
}

function pregnancyFrom(
  { id, fatherId, breedingDate, expectedDueDate }: Mating,
  { id: damId, species }: Female,
  { events, lastYoung }: KnownOfDam,
  today: CalendarDate,
): Pregnancy | undefined {
  const since = events.filter((event) => event.day > breedingDate).toSorted(inOrder);
  if (since.some(({ kind }) => kind !== 'pregnancyCheck')) return undefined;
  if (lastYoung !== undefined && lastYoung > addDays(breedingDate, leastDays)) return undefined;
  const check = since.at(-1);
  if (check?.result === 'open') return undefined;
  const due = expectedDueDate ?? dueDate(species, breedingDate);
  // A farmer who corrects the due date knows the breed.
  const shift = daysBetween(breedingDate, due) - gestationDays[species];
  const window = { from: gestationWindows[species].from + shift, to: gestationWindows[species].to + shift };
  const day = daysBetween(breedingDate, today);
  const daysOver = Math.max(0, day - window.to);
  if (daysOver > forgottenAfterDays) return undefined;
  const part = daysOver > 0 ? 'overdue' : due <= today ? 'today' : due <= addDays(today, 7) ? 'week' : 'later';
  const seen = check ? { day: check.day, count: check.count ?? null } : null;
  return { matingId: id, damId, sireId: fatherId, species, bredOn: breedingDate, due, day, window, part, daysOver, check: seen };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const inOrder = (a: PregnancyEvent, b: PregnancyEvent): number =>
  compare(a.day, b.day) || compare(a.createdAt, b.createdAt) || compare(a.id, b.id);
