import type { Sex, Species } from '../records/animals.ts';
import type { HasBirth } from '../records/births.ts';
import { daysBetween, type CalendarDate } from '../values/dates.ts';
import type { AnimalRecord } from '../records/animal.ts';
import { looseTagKey } from '../animals/tags.ts';
import { normalizeText } from '../values/text.ts';
import type { FarmSpecies } from '../values/units.ts';
import { yearOf } from './birth-dates.ts';
import type { ParsedRow } from './parsed-row.ts';

export interface KnownAnimal extends Omit<AnimalRecord, 'imageUrl'> {
  readonly id: string;
  /** It has breeding records as a mate, so its sex cannot change. */
  readonly isMate: boolean;
  /** A breeding record lists it as offspring, so its recorded parents cannot change. */
  readonly isOffspring: boolean;
  /** The date of its first checkup or mating, which its birth cannot follow. */
  readonly firstRecordOn: CalendarDate | null;
  readonly version: number;
}

/** An existing animal, one that a row adds, or (with neither) a reference animal to be created. */
export interface PlannedAnimal extends HasBirth {
  readonly known: KnownAnimal | null;
  readonly row: ParsedRow | null;
  readonly tagNumber: string;
  readonly name: string | null;
  readonly species: Species;
  readonly sex: Sex;
  readonly breed: string | null;
}

/**
 * With more animals than this sharing a tag or a name, none is identified by it. No real farm has so many; the limit prevents a
 * crafted file from making the matching quadratic.
 */
export const maxNamesakes = 100;

export const tagKey = (tag: string): string =>
  // The fast path for ASCII tags, which are most.
  /^[!-~]*$/.test(tag) ? tag.toLowerCase() : normalizeText(tag).replaceAll(' ', '');

export const birthYearOf = ({ birthDate, birthYear }: HasBirth): number | null =>
  birthDate === null ? birthYear : yearOf(birthDate);

/**
 * Ewes do not lamb before 210 days of age (Sheep Ireland's upload rules). If only years are known, the parent's must be the
 * earlier.
 */
const minParentAgeDays = 210;

/** False only if both births are known and rule it out. */
export function canBeParentByAge(parent: HasBirth, child: HasBirth): boolean {
  if (parent.birthDate !== null && child.birthDate !== null)
    return daysBetween(parent.birthDate, child.birthDate) >= minParentAgeDays;
  const [parentYear, childYear] = [birthYearOf(parent), birthYearOf(child)];
  return parentYear === null || childYear === null || parentYear < childYear;
}

export function canBeSameAnimal(a: HasBirth & { sex: Sex }, b: HasBirth & { sex: Sex }): boolean {
  const [year, otherYear] = [birthYearOf(a), birthYearOf(b)];
  return a.sex === b.sex && (year === null || otherYear === null || year === otherYear);
}

export const birthOf = (row: ParsedRow): HasBirth => ({
  birthDate: row.values.birthDate ?? null,
  birthYear: row.values.birthYear ?? null,
});

export class Herd {
  readonly animals: readonly KnownAnimal[];
  readonly #byTag: ReadonlyMap<string, readonly KnownAnimal[]>;
  readonly #byLooseTag: ReadonlyMap<string, readonly KnownAnimal[]>;
  readonly #byName: ReadonlyMap<string, readonly KnownAnimal[]>;
  readonly #byId: ReadonlyMap<string, KnownAnimal>;
  readonly #children = new Map<string, KnownAnimal[]>();

  constructor(animals: readonly KnownAnimal[]) {
    this.animals = animals;
    this.#byId = new Map(animals.map((animal) => [animal.id, animal]));
    this.#byTag = Map.groupBy(animals, ({ species, tagNumber }) => `${species} ${tagKey(tagNumber)}`);
    this.#byLooseTag = Map.groupBy(animals, ({ species, tagNumber }) => `${species} ${looseTagKey(tagNumber)}`);
    this.#byName = Map.groupBy(animals, ({ species, name }) => `${species} ${normalizeText(name ?? '')}`);
    for (const animal of animals)
      for (const parentId of [animal.motherId, animal.fatherId])
        if (parentId !== null) addToGroup(this.#children, parentId, animal);
  }

  withTag = (species: Species, tag: string): readonly KnownAnimal[] => this.#byTag.get(`${species} ${tagKey(tag)}`) ?? [];

  /** Those whose tags look alike, 0045 and 45, or who are called by their names. */
  lookingLike(species: Species, tag: string): readonly KnownAnimal[] {
    const named = this.#byName.get(`${species} ${normalizeText(tag)}`) ?? [];
    const found = [...new Set([...(this.#byLooseTag.get(`${species} ${looseTagKey(tag)}`) ?? []), ...named])];
    return found.length > maxNamesakes ? [] : found;
  }

  find = (id: string | null): KnownAnimal | undefined => this.#byId.get(id ?? '');

  childrenOf = ({ id }: KnownAnimal): readonly KnownAnimal[] => this.#children.get(id) ?? [];
}

export const isActive = ({ isReference, status }: Pick<KnownAnimal, 'isReference' | 'status'>): boolean =>
  !isReference && status === 'active';

/** The only species of a farm, by its animals and by what it says that it keeps. */
export function onlySpecies(animals: readonly KnownAnimal[], keeps: FarmSpecies | null): Species | undefined {
  const [first] = animals;
  const only = first?.species ?? keeps;
  const isOnly = animals.every(({ species }) => species === only) && (keeps ?? only) === only;
  return isOnly && only !== null && only !== 'both' ? only : undefined;
}

export function addToGroup<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
  const group = groups.get(key);
  if (group) group.push(value);
  else groups.set(key, [value]);
}

/** An animal that the farm does not have. */
export const addedAnimal = (
  animal: Pick<PlannedAnimal, 'tagNumber' | 'species' | 'sex'> & Partial<PlannedAnimal>,
): PlannedAnimal => ({ known: null, row: null, name: null, breed: null, birthDate: null, birthYear: null, ...animal });

export function toNewAnimal(row: ParsedRow): PlannedAnimal {
  const { tagNumber, species, sex, values } = row;
  return addedAnimal({ row, tagNumber, species, sex, name: values.name ?? null, breed: values.breed ?? null, ...birthOf(row) });
}

export function toPlannedAnimal(known: KnownAnimal, row: ParsedRow | null): PlannedAnimal {
  const { tagNumber, species } = known;
  const { name = known.name, breed = known.breed } = row?.values ?? {};
  return { known, row, tagNumber, name, species, sex: row?.sex ?? known.sex, breed, ...mergeBirth(known, row) };
}

/** The row's birth replaces the recorded one if it has a full date or another year. */
export function mergeBirth(known: HasBirth, row: ParsedRow | null): HasBirth {
  const { birthDate, birthYear } = row ? birthOf(row) : known;
  const isBetter = birthDate !== null || (birthYear !== null && birthYear !== birthYearOf(known));
  return isBetter ? { birthDate, birthYear } : { birthDate: known.birthDate, birthYear: known.birthYear };
}
