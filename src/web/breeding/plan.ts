import type { AnimalState } from '#contract/animal-states.ts';
import type { Animal } from '#contract/animals.ts';
import { healthLabels } from '#domain/animals.ts';
import { earliestBirth, latestBirth } from '#domain/births.ts';
import type { BreedingRules, InbreedingBand } from '#domain/breeding-rules.ts';
import { inbreedingBand } from '#domain/breeding-rules.ts';
import { addMonths, type CalendarDate } from '#domain/dates.ts';
import type { Pregnancy } from '#domain/due-births.ts';
import type { Stay } from '#domain/exposures.ts';
import { dayText } from '#web/herd/day-text.ts';
import type { Kin } from './mate-concerns.ts';

export interface PairKin {
  readonly inbreeding: number;
  readonly band: InbreedingBand;
}

export const bandWords: Readonly<Record<InbreedingBand, string>> = {
  fine: 'Fine',
  close: 'Close',
  tooClose: 'Too close',
  unknown: 'Not known',
};

export function pairKin(male: Animal, female: Animal, { pedigree, rules }: Kin): PairKin {
  const inbreeding = pedigree.inbreedingOfYoung(male.id, female.id);
  const isKnown = pedigree.completenessOf(male.id) > 0 && pedigree.completenessOf(female.id) > 0;
  return { inbreeding, band: inbreedingBand(inbreeding, isKnown, rules) };
}

/** Maps each female to her male. */
export type Plan = ReadonlyMap<string, string>;

/**
 * Gives each female without a male one with whom the young would not be too inbred, in equal shares; if there is none, the one
 * with the least inbreeding that is not too close. `isOffered` excludes females that should not be mated.
 */
export function sharedOut(
  plan: Plan,
  males: readonly Animal[],
  females: readonly Animal[],
  { kin, isOffered }: { readonly kin: Kin; readonly isOffered: (female: Animal) => boolean },
): Plan {
  const next = new Map(plan);
  const heads = new Map(males.map(({ id }) => [id, 0]));
  for (const maleId of next.values()) heads.set(maleId, (heads.get(maleId) ?? 0) + 1);
  const rank = ({ band, inbreeding }: PairKin) => (band === 'fine' || band === 'unknown' ? 0 : inbreeding);
  for (const female of females) {
    if (next.has(female.id) || !isOffered(female)) continue;
    const [best] = males
      .map((male) => ({ id: male.id, ...pairKin(male, female, kin) }))
      .filter(({ band }) => band !== 'tooClose')
      .toSorted((a, b) => rank(a) - rank(b) || (heads.get(a.id) ?? 0) - (heads.get(b.id) ?? 0));
    if (!best) continue;
    next.set(female.id, best.id);
    heads.set(best.id, (heads.get(best.id) ?? 0) + 1);
  }
  return next;
}

export interface LastBirth {
  readonly day: CalendarDate;
  readonly young: number;
}

/** Counted for each dam from the recorded young. */
export function lastBirths(animals: readonly Animal[]): ReadonlyMap<string, LastBirth> {
  const last = new Map<string, LastBirth>();
  for (const { motherId, birthDate } of animals) {
    if (motherId === null || birthDate === null) continue;
    const known = last.get(motherId);
    if (known?.day === birthDate) last.set(motherId, { day: birthDate, young: known.young + 1 });
    else if (known === undefined || known.day < birthDate) last.set(motherId, { day: birthDate, young: 1 });
  }
  return last;
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** With fewer adult females, their weight says nothing about the breed. */
const leastGrown = 5;
const grownMonths = 36;

/** The weight of an adult female on this farm: the median of her breed or, for a rare breed, of her species. */
export function grownWeights(
  females: readonly Animal[],
  stateOf: (id: string) => AnimalState | undefined,
  now: CalendarDate,
): (animal: Animal) => number | undefined {
  const grown = females.flatMap((animal) => {
    const grams = stateOf(animal.id)?.lastWeightGrams ?? null;
    const born = latestBirth(animal);
    return grams !== null && born !== null && addMonths(born, grownMonths) <= now ? [{ animal, grams }] : [];
  });
  const by = (key: (animal: Animal) => string) =>
    new Map(
      [...Map.groupBy(grown, ({ animal }) => key(animal))].flatMap(([name, those]) =>
        those.length < leastGrown ? [] : [[name, median(those.map(({ grams }) => grams))] as const],
      ),
    );
  const kindOf = ({ species, breed }: Animal) => `${species} ${breed ?? ''}`;
  const [ofBreed, ofSpecies] = [by(kindOf), by(({ species }) => species)];
  return (animal) => ofBreed.get(kindOf(animal)) ?? ofSpecies.get(animal.species);
}

export interface FemaleFacts {
  readonly state: AnimalState | undefined;
  readonly pregnancy: Pregnancy | undefined;
  readonly stay: Stay | undefined;
  /** From the newest score of the last months. */
  readonly bodyCondition: number | undefined;
  readonly grownGrams: number | undefined;
}

/** On the scale from 1 to 5; thinner females conceive less often (LSU AgCenter). */
const leastCondition = 2.5;

/** Reasons against mating a female, the weightiest first. They only warn. */
export function matingWarnings(
  animal: Animal,
  { state, pregnancy, stay, bodyCondition, grownGrams }: FemaleFacts,
  { leastMonths, leastWeight }: BreedingRules,
  day: CalendarDate,
): readonly string[] {
  const [first, last] = [earliestBirth(animal), latestBirth(animal)];
  const weight = state?.lastWeightGrams ?? null;
  const isSmall = weight !== null && grownGrams !== undefined && weight < grownGrams * leastWeight;
  return [
    pregnancy && `May be pregnant, due ${dayText(pregnancy.due, day)}`,
    stay && 'With a male already',
    first !== null && last !== null && addMonths(last, leastMonths) > day
      ? `${addMonths(first, leastMonths) > day ? 'Under' : 'Perhaps under'} ${leastMonths} months`
      : undefined,
    isSmall && `${Math.round((weight / grownGrams) * 100)} % of adult weight`,
    bodyCondition !== undefined && bodyCondition < leastCondition && `Thin: condition ${bodyCondition}`,
    (animal.healthStatus === '1' || animal.healthStatus === '2') && `Health ${healthLabels[animal.healthStatus]}`,
  ].filter((warning) => typeof warning === 'string');
}

/** The shortest line from an animal up to an ancestor, including both. */
export function lineTo(from: Animal, ancestorId: string, find: (id: string) => Animal | undefined): readonly Animal[] {
  const seen = new Set([from.id]);
  let lines: (readonly Animal[])[] = [[from]];
  while (lines.length > 0) {
    const found = lines.find((line) => line.at(-1)?.id === ancestorId);
    if (found) return found;
    lines = lines.flatMap((line) =>
      [line.at(-1)?.fatherId, line.at(-1)?.motherId].flatMap((id) => {
        const parent = id && !seen.has(id) ? find(id) : undefined;
        if (!parent) return [];
        seen.add(parent.id);
        return [[...line, parent]];
      }),
    );
  }
  return [];
}
