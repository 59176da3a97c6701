import type { AnimalStatus, Sex, Species } from '../records/animals.ts';
import { type HasBirth, latestBirth } from '../records/births.ts';
import { addDays, type CalendarDate, daysBetween } from '../values/dates.ts';
import { compareEvents } from '../records/order.ts';
import type { EventOf } from '../records/events.ts';
import type { Grams } from '../values/units.ts';

export interface HerdAnimal {
  readonly id: string;
  readonly species: Species;
  readonly sex: Sex;
  readonly status: AnimalStatus;
  readonly birthDate: CalendarDate | null;
  readonly birthYear: number | null;
  readonly motherId: string | null;
  readonly fatherId: string | null;
  readonly birthWeightGrams: Grams | null;
  readonly weaningWeightGrams: Grams | null;
  readonly weaningAgeDays: number | null;
  readonly castratedOn: CalendarDate | null;
  readonly isCastrated: boolean;
  readonly isReference: boolean;
}

export type BirthEvent = Pick<EventOf<'birth'>, 'animalId' | 'day' | 'young'> & Partial<Pick<EventOf<'birth'>, 'sireId'>>;
export type FosteringEvent = Pick<
  EventOf<'fostering'>,
  'id' | 'animalId' | 'day' | 'time' | 'createdAt' | 'rearedById' | 'isBottleFed'
>;
export type DeathEvent = Pick<EventOf<'death'>, 'animalId' | 'day' | 'cause'>;

export interface HerdHistory<A extends HerdAnimal = HerdAnimal> {
  /** Includes animals that have left, and outside parents. */
  readonly animals: readonly A[];
  readonly births: readonly BirthEvent[];
  readonly fosterings: readonly FosteringEvent[];
  readonly deaths: readonly DeathEvent[];
  readonly slaughters: readonly { readonly animalId: string; readonly day: CalendarDate }[];
}

/** A young without a weaning weight counts as not weaned until this age. */
export const weaningDays = 90;

export interface Litter<A extends HerdAnimal = HerdAnimal> {
  readonly damId: string;
  readonly species: Species;
  readonly day: CalendarDate;
  /** The first day on which it may have been, if only the year is known; `day` is the last one. */
  readonly firstDay?: CalendarDate;
  readonly born: number;
  readonly alive: number;
  /** Excludes stillborn young, which are no animals of the farm. */
  readonly young: readonly A[];
  /** As the birth says; its young may say otherwise. */
  readonly sireId?: string | null;
}

/** A birth may last past midnight, and the birth date of a young may be entered by hand. */
const sameBirthDays = 3;

/** Combines recorded births with the dams and birth dates of the animals. */
export function littersOf<A extends HerdAnimal>({
  animals,
  births,
}: Pick<HerdHistory<A>, 'animals' | 'births'>): readonly Litter<A>[] {
  const byId = new Map(animals.map((animal) => [animal.id, animal]));
  const known = new Set(births.flatMap(({ young }) => young.flatMap(({ id }) => id ?? [])));
  const others = Map.groupBy(
    animals.filter(({ id, motherId, birthDate }) => motherId !== null && birthDate !== null && !known.has(id)),
    ({ motherId }) => motherId,
  );
  const litters: Litter<A>[] = [];
  const birthsOf = Map.groupBy(births, ({ animalId }) => animalId);
  for (const damId of new Set([...birthsOf.keys(), ...others.keys()])) {
    if (damId === null) continue;
    const left = new Set(others.get(damId));
    const takeNear = (day: CalendarDate): A[] => {
      const near = [...left].filter(({ birthDate }) => Math.abs(daysBetween(birthDate ?? day, day)) <= sameBirthDays);
      for (const one of near) left.delete(one);
      return near;
    };
    for (const { day, young, sireId = null } of birthsOf.get(damId) ?? []) {
      const added = takeNear(day);
      const stored = young.flatMap(({ id }) => (id === null ? [] : (byId.get(id) ?? [])));
      const species = byId.get(damId)?.species ?? stored[0]?.species;
      if (species === undefined) continue;
      const born = young.length + added.length;
      const dead = young.filter(({ state }) => state === 'stillborn').length;
      litters.push({ damId, species, day, born, alive: born - dead, young: [...stored, ...added], sireId });
    }
    for (const { birthDate, species } of others.get(damId) ?? []) {
      const young = takeNear(birthDate ?? '');
      if (young.length > 0 && birthDate !== null)
        litters.push({ damId, species, day: birthDate, born: young.length, alive: young.length, young });
    }
  }
  return litters.toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

/**
 * The young of which a dam and only the year of birth are known: one litter for each dam and year, on the last day of the year. They are
 * not among `littersOf`, because they say nothing about days, weeks and the size of a litter.
 */
export function yearLittersOf<A extends HerdAnimal>({
  animals,
  births,
}: Pick<HerdHistory<A>, 'animals' | 'births'>): readonly Litter<A>[] {
  const byId = new Map(animals.map((animal) => [animal.id, animal]));
  const known = new Set(births.flatMap(({ young }) => young.flatMap(({ id }) => id ?? [])));
  const young = animals.filter(
    ({ id, motherId, birthDate, birthYear }) =>
      motherId !== null && byId.has(motherId) && birthDate === null && birthYear !== null && !known.has(id),
  );
  return [...Map.groupBy(young, ({ motherId, birthYear }) => `${motherId} ${birthYear}`).values()].flatMap((litter) => {
    const [first] = litter;
    if (!first || first.motherId === null) return [];
    const { motherId: damId, species, birthYear } = first;
    const [firstDay, day] = [`${birthYear}-01-01`, `${birthYear}-12-31`];
    return [{ damId, species, day, firstDay, born: litter.length, alive: litter.length, young: litter }];
  });
}

export interface Rearing {
  /** null: bottle-fed. undefined: unknown. */
  readonly rearerOf: (young: HerdAnimal, day: CalendarDate) => string | null | undefined;
  readonly hasDiedBy: (animal: HerdAnimal, day: CalendarDate) => boolean;
  /** Not weighed at weaning and slaughtered by the day, which is usually that of weaning: then it is neither weaned nor lost. */
  readonly isSlaughteredBy: (animal: HerdAnimal, day: CalendarDate) => boolean;
  /** The number reared together on the day, including this young; 0 if it was bottle-fed. */
  readonly rearedWith: (young: HerdAnimal, day: CalendarDate) => number | undefined;
}

/** Young of one rearer whose ages differ by more than this are from two births. */
const sameAgeDays = 30;

export function rearingOf({ animals, fosterings, deaths, slaughters }: HerdHistory): Rearing {
  const fosteringsOf = Map.groupBy(fosterings.toSorted(compareEvents), ({ animalId }) => animalId);
  const deathOf = new Map(deaths.map(({ animalId, day }) => [animalId, day]));
  const slaughterOf = new Map(slaughters.map(({ animalId, day }) => [animalId, day]));
  const rearerOf: Rearing['rearerOf'] = ({ id, motherId }, day) => {
    const last = fosteringsOf.get(id)?.findLast((each) => each.day <= day);
    if (last?.isBottleFed) return null;
    return last?.rearedById ?? motherId ?? undefined;
  };
  const hasDiedBy: Rearing['hasDiedBy'] = ({ id, status, weaningWeightGrams }, day) => {
    if (slaughterOf.has(id)) return false;
    const died = deathOf.get(id);
    // If the day of death is unknown, an animal that was weighed at weaning died later.
    return died === undefined ? status === 'died' && weaningWeightGrams === null : died <= day;
  };
  const isSlaughteredBy: Rearing['isSlaughteredBy'] = ({ id, weaningWeightGrams }, day) => {
    const slaughteredOn = slaughterOf.get(id);
    return slaughteredOn !== undefined && slaughteredOn <= day && weaningWeightGrams === null;
  };
  const fostersOf = new Map<string, HerdAnimal[]>();
  for (const animal of animals) {
    const mothers = [animal.motherId, ...(fosteringsOf.get(animal.id) ?? []).map(({ rearedById }) => rearedById)];
    for (const id of new Set(mothers)) {
      const those = id === null ? undefined : fostersOf.get(id);
      if (those) those.push(animal);
      else if (id !== null) fostersOf.set(id, [animal]);
    }
  }
  return {
    rearerOf,
    hasDiedBy,
    isSlaughteredBy,
    rearedWith: (young, day) => {
      const { birthDate } = young;
      const rearer = rearerOf(young, day);
      if (rearer === null) return 0;
      if (rearer === undefined || birthDate === null) return undefined;
      return (fostersOf.get(rearer) ?? []).filter(
        (other) =>
          other.birthDate !== null &&
          Math.abs(daysBetween(other.birthDate, birthDate)) <= sameAgeDays &&
          rearerOf(other, day) === rearer &&
          !hasDiedBy(other, day) &&
          !isSlaughteredBy(other, day),
      ).length;
    },
  };
}

/** The last day on which it may have been weaned, if only the year of birth is known. */
export function weaningDay(animal: HasBirth & Pick<HerdAnimal, 'weaningAgeDays'>): CalendarDate | undefined {
  const born = latestBirth(animal);
  return born === null ? undefined : addDays(born, animal.weaningAgeDays ?? weaningDays);
}

/** In whole years. If only the year of birth is known, this is the minimum. */
export function yearsAt(animal: HerdAnimal | undefined, day: CalendarDate): number | undefined {
  const born = animal && latestBirth(animal);
  return born == null ? undefined : Math.floor(daysBetween(born, day) / 365.25);
}
