import type { z } from 'zod';
import type { Animal } from '#contract/animals.ts';
import type { BreedingRecord, NewBreedingRecord } from '#contract/breeding.ts';
import type { CalendarDate } from '#domain/dates.ts';
import { byTag } from '#web/herd/animal-options.tsx';

/** What the form holds. Females stay marked while the male changes, so that a wrong pick costs nothing. */
export interface Mating {
  readonly fatherId: string | null;
  readonly motherIds: ReadonlySet<string>;
  readonly date: CalendarDate;
}

export const newMating = (date: CalendarDate): Mating => ({ fatherId: null, motherIds: new Set(), date });

const active = (animals: readonly Animal[]): readonly Animal[] => animals.filter(({ status }) => status === 'active');

/** The males to choose from: the farm's own and those it only knows of, in the order of their tags. */
export const sires = (animals: readonly Animal[], outside: readonly Animal[]): readonly Animal[] =>
  active([...animals, ...outside])
    .filter(({ sex }) => sex === 'male')
    .toSorted(byTag);

/** The females to choose from: of the male's species once he is chosen. */
export const dams = (animals: readonly Animal[], sire: Animal | undefined): readonly Animal[] =>
  active(animals)
    .filter(({ sex, species }) => sex === 'female' && (!sire || species === sire.species))
    .toSorted(byTag);

/** Marks the female, or unmarks her. */
export function toggled(motherIds: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(motherIds);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** The marks as they were changed among the females on offer; those of females that are not on offer now stay. */
export const remarked = (
  motherIds: ReadonlySet<string>,
  offered: readonly Animal[],
  changed: ReadonlySet<string>,
): ReadonlySet<string> => motherIds.difference(new Set(offered.map(({ id }) => id))).union(changed);

/** The body for one female (specification, section 7); the server reckons when she is due. */
export const matingBody = (
  id: string,
  father: Pick<Animal, 'id'>,
  mother: Pick<Animal, 'id'>,
  breedingDate: CalendarDate,
): z.input<typeof NewBreedingRecord> => ({
  id,
  fatherId: father.id,
  motherId: mother.id,
  breedingDate,
  expectedDueDate: null,
  actualBirthDate: null,
  offspringIds: [],
  notes: null,
  outcome: 'pending',
});

/** When females that were bred are due, by their id: those who have not given birth and are due on or after a day. */
export const dueDates = (records: readonly BreedingRecord[], from: CalendarDate): ReadonlyMap<string, CalendarDate> =>
  new Map(
    records
      .toReversed()
      .flatMap(({ motherId, expectedDueDate, actualBirthDate, outcome }) =>
        outcome === 'unsuccessful' || actualBirthDate !== null || expectedDueDate === null || expectedDueDate < from
          ? []
          : [[motherId, expectedDueDate]],
      ),
  );

/** One id for each female, the same until her record is known to be kept: sent again after a lost answer, she has no twin record. */
export class RecordIds {
  readonly #make: () => string;
  readonly #ids: Map<string, string>;

  constructor(make: () => string, known: readonly (readonly [motherId: string, id: string])[] = []) {
    this.#make = make;
    this.#ids = new Map(known);
  }

  of(motherId: string): string {
    const id = this.#ids.get(motherId) ?? this.#make();
    this.#ids.set(motherId, id);
    return id;
  }

  /** Those of which nobody knows what became. */
  unsettled(): readonly (readonly [motherId: string, id: string])[] {
    return [...this.#ids];
  }

  isKept(motherId: string): void {
    this.#ids.delete(motherId);
  }
}
