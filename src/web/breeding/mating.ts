import type { z } from 'zod';
import type { Animal } from '#contract/animals.ts';
import type { BreedingRecord, NewBreedingRecord } from '#contract/breeding.ts';
import type { CalendarDate } from '#domain/dates.ts';
import { byTag } from '#web/herd/animal-options.tsx';

/** Chosen females stay chosen while the male changes, so that a wrong pick can be corrected. */
export interface Mating {
  readonly fatherId: string | null;
  readonly motherIds: ReadonlySet<string>;
  readonly date: CalendarDate;
}

export const newMating = (date: CalendarDate): Mating => ({ fatherId: null, motherIds: new Set(), date });

const active = (animals: readonly Animal[]): readonly Animal[] => animals.filter(({ status }) => status === 'active');

/** Those of the farm come first, and among them those that have young, because a year's male young are many. */
export function sires(animals: readonly Animal[], outside: readonly Animal[]): readonly Animal[] {
  const fathers = new Set(animals.map(({ fatherId }) => fatherId));
  return [animals, outside].flatMap((some) =>
    active(some)
      .filter(({ sex }) => sex === 'male')
      .toSorted((a, b) => Number(fathers.has(b.id)) - Number(fathers.has(a.id)) || byTag(a, b)),
  );
}

export const dams = (animals: readonly Animal[], sire: Animal | undefined): readonly Animal[] =>
  active(animals)
    .filter(({ sex, species }) => sex === 'female' && (!sire || species === sire.species))
    .toSorted(byTag);

export const mergeSelection = (
  motherIds: ReadonlySet<string>,
  offered: readonly Animal[],
  changed: ReadonlySet<string>,
): ReadonlySet<string> => motherIds.difference(new Set(offered.map(({ id }) => id))).union(changed);

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

/** One id per female, the same until her record is known to be saved, so that a retry does not create it twice. */
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

  unsettled(): readonly (readonly [motherId: string, id: string])[] {
    return [...this.#ids];
  }

  settle(motherId: string): void {
    this.#ids.delete(motherId);
  }
}
