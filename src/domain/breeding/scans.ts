import type { AnimalStatus, Sex } from '../records/animals.ts';
import { addDays, type CalendarDate } from '../values/dates.ts';
import type { Stay } from './exposures.ts';
import { compareText } from '../values/text.ts';

interface Female {
  readonly id: string;
  readonly sex: Sex;
  readonly status: AnimalStatus;
}

interface Event {
  readonly kind: 'heat' | 'birth' | 'abortion' | 'pregnancyCheck';
  readonly animalId: string;
  readonly day: CalendarDate;
  readonly createdAt: string;
  readonly result?: string;
}

interface Known {
  readonly animals: readonly Female[];
  readonly matings: readonly { readonly motherId: string; readonly breedingDate: CalendarDate }[];
  readonly stays: readonly Stay[];
  /** In any order. */
  readonly events: readonly Event[];
}

export interface Empty {
  readonly animalId: string;
  /** The day of the check. */
  readonly day: CalendarDate;
}

/** An older check belongs to a previous season. */
const forgottenAfterDays = 200;

/** The females whose last check found them not pregnant and that were not mated since; the latest check first. */
export function emptyFemales({ animals, matings, stays, events }: Known, today: CalendarDate): Empty[] {
  const last = new Map<string, Event>();
  for (const event of events) {
    const other = last.get(event.animalId);
    if (event.day > addDays(today, -forgottenAfterDays) && (!other || keyOf(event) > keyOf(other)))
      last.set(event.animalId, event);
  }
  const matedOn = new Map<string, CalendarDate>();
  for (const [id, day] of [
    ...matings.map(({ motherId, breedingDate }) => [motherId, breedingDate] as const),
    ...stays.map(({ femaleId, from }) => [femaleId, from] as const),
  ]) {
    if (day <= today && day > (matedOn.get(id) ?? '')) matedOn.set(id, day);
  }
  return animals
    .flatMap(({ id, sex, status }): Empty[] => {
      const event = last.get(id);
      if (!event || sex !== 'female' || status !== 'active') return [];
      const isEmpty = event.kind === 'pregnancyCheck' && event.result === 'open' && (matedOn.get(id) ?? '') <= event.day;
      return isEmpty ? [{ animalId: id, day: event.day }] : [];
    })
    .toSorted((a, b) => compareText(b.day, a.day) || compareText(a.animalId, b.animalId));
}

const keyOf = ({ day, createdAt }: Event): string => `${day} ${createdAt}`;
