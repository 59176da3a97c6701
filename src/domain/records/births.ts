import { type AnimalStatus, type Sex, sexLabels, type Species, speciesTerms } from './animals.ts';
import { addMonths, type CalendarDate, daysBetween, earliestDate } from '../values/dates.ts';

export interface HasBirth {
  readonly birthDate: CalendarDate | null;
  readonly birthYear: number | null;
}

export const earliestBirth = ({ birthDate, birthYear }: HasBirth): CalendarDate | null =>
  birthDate ?? (birthYear ? `${birthYear}-01-01` : null);

export const latestBirth = ({ birthDate, birthYear }: HasBirth): CalendarDate | null =>
  birthDate ?? (birthYear ? `${birthYear}-12-31` : null);

export function validateBirth(animal: HasBirth, today: CalendarDate): string | undefined {
  const [first, last] = [latestBirth(animal), earliestBirth(animal)];
  if (first !== null && first < earliestDate) return 'An animal cannot be born before 1980';
  return last !== null && last > today ? 'An animal cannot be born in the future' : undefined;
}

/** True only if the animal was certainly not born yet on `day`; if only the year is known, on a day before that year. */
export function isBeforeBirth(day: CalendarDate, animal: HasBirth): boolean {
  const born = earliestBirth(animal);
  return born !== null && day < born;
}

/** Goats and sheep reach puberty at four to six months (LSU AgCenter, page1593701645425). */
export const breedingAgeMonths = 6;

/** Whether an animal is that old on the day. `perhaps`: only the year of its birth is known; undefined: not even that. */
export function hasReachedAge(animal: HasBirth, months: number, day: CalendarDate): 'yes' | 'perhaps' | 'no' | undefined {
  const [first, last] = [earliestBirth(animal), latestBirth(animal)];
  if (first === null || last === null) return undefined;
  if (addMonths(last, months) <= day) return 'yes';
  return addMonths(first, months) <= day ? 'perhaps' : 'no';
}

const grownMonths = 12;

/** Under a year. Without a birth date, an animal born this year is young. */
export const isYoung = (animal: HasBirth, today: CalendarDate): boolean => hasReachedAge(animal, grownMonths, today) === 'no';

/** Unless it is known to be older. */
export const mayBeYoung = (animal: HasBirth, today: CalendarDate): boolean => hasReachedAge(animal, grownMonths, today) !== 'yes';

export interface HasCastration {
  readonly castratedOn: CalendarDate | null;
  readonly isCastrated: boolean;
}

export const isWether = ({ castratedOn, isCastrated }: HasCastration): boolean => isCastrated || castratedOn !== null;

/** A listing and a paper say only whether it is castrated, not when. */
export const sexWord = ({
  species,
  sex,
  isCastrated,
  castratedOn = null,
}: Pick<HasCastration, 'isCastrated'> & Partial<HasCastration> & { readonly species: Species; readonly sex: Sex }): string =>
  sex === 'male' && isWether({ castratedOn, isCastrated }) ? 'Wether' : speciesTerms[species][sex];

/** `Ewe lamb`, `Buck kid`, `Lamb`. */
export function youngName(species: Species, sex: Sex | ''): string {
  const terms = speciesTerms[species];
  return sex === '' ? terms.young : `${terms[sex]} ${terms.young.toLowerCase()}`;
}

/** `Ram lamb`, from a year on `Ram`; `Wether` */
export function kindWord(animal: Parameters<typeof sexWord>[0] & HasBirth, now: CalendarDate): string {
  const word = sexWord(animal);
  return word !== 'Wether' && isYoung(animal, now) ? youngName(animal.species, animal.sex) : word;
}

/** Without a shared day of birth `Female`, which calls no lamb a ewe. */
export function offeredWord(animal: Parameters<typeof sexWord>[0] & Pick<HasBirth, 'birthDate'>, now: CalendarDate): string {
  const isAgeless = animal.birthDate === null && sexWord(animal) !== 'Wether';
  return isAgeless ? sexLabels[animal.sex] : kindWord({ ...animal, birthYear: null }, now);
}

/** A wether is not a breeding male (rule 36). */
export const isBreedingMale = (
  animal: HasBirth & HasCastration & { sex: Sex; status: AnimalStatus },
  today: CalendarDate,
): boolean =>
  animal.sex === 'male' &&
  !isWether(animal) &&
  animal.status === 'active' &&
  hasReachedAge(animal, breedingAgeMonths, today) === 'yes';

/** Certainly under the age of breeding on the day. A birth that is not known excludes nobody. */
export const isTooYoungToBreed = (animal: HasBirth, day: CalendarDate): boolean =>
  hasReachedAge(animal, breedingAgeMonths, day) === 'no';

export const olderFirst = (a: HasBirth, b: HasBirth): number =>
  (earliestBirth(a) ?? '9999').localeCompare(earliestBirth(b) ?? '9999');

export function healthConcerns<A extends HasBirth & { healthStatus: string; status: AnimalStatus }>(animals: readonly A[]): A[] {
  return animals
    .filter((animal) => animal.status === 'active' && (animal.healthStatus === '1' || animal.healthStatus === '2'))
    .toSorted((a, b) => a.healthStatus.localeCompare(b.healthStatus) || olderFirst(a, b));
}

/** A female cannot give birth again sooner. */
export const leastDaysBetweenBirths = 140;

/** The days of a female's births that make another one on this day impossible, nearest first. */
export const birthsTooNear = (births: readonly CalendarDate[], day: CalendarDate): CalendarDate[] =>
  [...new Set(births)]
    .filter((each) => Math.abs(daysBetween(each, day)) < leastDaysBetweenBirths)
    .toSorted((a, b) => Math.abs(daysBetween(a, day)) - Math.abs(daysBetween(b, day)));
