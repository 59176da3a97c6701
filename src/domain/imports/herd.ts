import type { AnimalStatus, HealthStatus, Sex, Species } from '../animals.ts';
import { daysBetween, type CalendarDate } from '../dates.ts';
import type { Cents } from '../money.ts';
import { sameWord } from '../text.ts';
import { yearOf } from './births.ts';
import type { ReadRow } from './reading.ts';

/** An animal the farm has recorded already, reference animals too. */
export interface KnownAnimal {
  readonly id: string;
  readonly tagNumber: string;
  readonly name: string | null;
  readonly species: Species;
  readonly sex: Sex;
  readonly birthDate: CalendarDate | null;
  readonly birthYear: number | null;
  readonly breed: string | null;
  readonly color: string | null;
  readonly motherId: string | null;
  readonly fatherId: string | null;
  readonly pedigreeUrl: string | null;
  readonly vaccinated: boolean;
  readonly notes: string | null;
  readonly status: AnimalStatus;
  readonly healthStatus: HealthStatus;
  readonly forSale: boolean;
  readonly salePriceCents: Cents | null;
  readonly saleDescription: string | null;
  readonly birthWeightGrams: number | null;
  readonly weaningWeightGrams: number | null;
  readonly weaningAgeDays: number | null;
  readonly isReference: boolean;
  /** Has breeding records as a mate: its sex is settled. */
  readonly isMate: boolean;
  /** A breeding record names it as offspring: the parents it has are settled. */
  readonly isOffspring: boolean;
  /** The day of its first checkup or mating: no birth comes after it. */
  readonly firstRecordOn: CalendarDate | null;
  /** Counts the changes of its record. */
  readonly version: number;
}

/** An animal of the plan: one the farm has, one a row brings, or (neither) a reference animal to be made. */
export interface Candidate extends Born {
  readonly known: KnownAnimal | null;
  /** The row that brings it, or changes it. */
  readonly row: ReadRow | null;
  readonly tagNumber: string;
  readonly name: string | null;
  readonly species: Species;
  readonly sex: Sex;
  readonly breed: string | null;
}

export interface Born {
  readonly birthDate: CalendarDate | null;
  readonly birthYear: number | null;
}

/**
 * Of more animals with one tag or one name nothing tells which is meant. No farm has so many; a file made to have them would else have
 * each of its rows compared with each of them.
 */
export const maxNamesakes = 100;

/** Tags are the farmer's own words; only case and spaces do not count. */
export const tagKey = (tag: string): string =>
  // Plain tags are most, and need no more.
  /^[!-~]*$/.test(tag) ? tag.toLowerCase() : sameWord(tag).replaceAll(' ', '');

export const birthYearOf = ({ birthDate, birthYear }: Born): number | null =>
  birthDate === null ? birthYear : yearOf(birthDate);

/** No ewe lambs before she is 210 days old (Sheep Ireland's upload rules); of years alone, the parent's must be the earlier. */
const youngestParentDays = 210;

/** False only where the births are known and rule it out. */
export function canBeOlder(parent: Born, child: Born): boolean {
  if (parent.birthDate !== null && child.birthDate !== null) {
    return daysBetween(parent.birthDate, child.birthDate) >= youngestParentDays;
  }
  const [parentYear, childYear] = [birthYearOf(parent), birthYearOf(child)];
  return parentYear === null || childYear === null || parentYear < childYear;
}

/** Can two descriptions with one tag be of one animal? Another sex or another year of birth says no. */
export function canBeSame(a: Born & { sex: Sex }, b: Born & { sex: Sex }): boolean {
  const [year, otherYear] = [birthYearOf(a), birthYearOf(b)];
  return a.sex === b.sex && (year === null || otherYear === null || year === otherYear);
}

export const bornOf = (row: ReadRow): Born => ({
  birthDate: row.values.birthDate ?? null,
  birthYear: row.values.birthYear ?? null,
});

/** The farm's animals, to be found by tag, by name and as someone's children. */
export class Herd {
  readonly #byTag = new Map<string, KnownAnimal[]>();
  readonly #byId = new Map<string, KnownAnimal>();
  readonly #children = new Map<string, KnownAnimal[]>();
  readonly #animals: KnownAnimal[] = [];

  constructor(animals: readonly KnownAnimal[]) {
    for (const animal of animals) this.#add(animal);
  }

  get animals(): readonly KnownAnimal[] {
    return this.#animals;
  }

  withTag(species: Species, tag: string): readonly KnownAnimal[] {
    return this.#byTag.get(`${species} ${tagKey(tag)}`) ?? [];
  }

  find(id: string | null): KnownAnimal | undefined {
    return id === null ? undefined : this.#byId.get(id);
  }

  childrenOf(animal: KnownAnimal): readonly KnownAnimal[] {
    return this.#children.get(animal.id) ?? [];
  }

  #add(animal: KnownAnimal): void {
    this.#animals.push(animal);
    this.#byId.set(animal.id, animal);
    add(this.#byTag, `${animal.species} ${tagKey(animal.tagNumber)}`, animal);
    for (const parentId of [animal.motherId, animal.fatherId]) if (parentId !== null) add(this.#children, parentId, animal);
  }
}

/** Whether it counts against the plan's limit. */
export const isActive = ({ isReference, status }: Pick<KnownAnimal, 'isReference' | 'status'>): boolean =>
  !isReference && status === 'active';

/** The species all of them have, if they have one. */
export function onlySpecies(animals: readonly KnownAnimal[]): Species | undefined {
  const [first] = animals;
  return animals.every(({ species }) => species === first?.species) ? first?.species : undefined;
}

export function add<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** The animal a row brings. */
export const newcomer = (row: ReadRow): Candidate => ({
  known: null,
  row,
  tagNumber: row.tagNumber,
  name: row.values.name ?? null,
  species: row.species,
  sex: row.sex,
  breed: row.values.breed ?? null,
  ...bornOf(row),
});

/** An animal of the farm, with what the row says better. */
export function candidateOf(known: KnownAnimal, row: ReadRow | null): Candidate {
  return {
    known,
    row,
    tagNumber: known.tagNumber,
    name: row?.values.name ?? known.name,
    species: known.species,
    sex: row?.sex ?? known.sex,
    breed: row?.values.breed ?? known.breed,
    ...bornWith(known, row),
  };
}

/** A day says more than a year, and another year than none. */
export function bornWith(known: Born, row: ReadRow | null): Born {
  const { birthDate, birthYear } = row ? bornOf(row) : known;
  const isBetter = birthDate !== null || (birthYear !== null && birthYear !== birthYearOf(known));
  return isBetter ? { birthDate, birthYear } : { birthDate: known.birthDate, birthYear: known.birthYear };
}
