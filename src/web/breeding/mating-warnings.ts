import type { AnimalState } from '#contract/animal-states.ts';
import type { Animal } from '#contract/animals.ts';
import { healthLabels } from '#domain/records/animals.ts';
import { hasReachedAge } from '#domain/records/births.ts';
import { type BirthEvent, type Litter, littersOf, yearLittersOf } from '#domain/performance/litters.ts';
import type { BreedingRules } from '#domain/performance/breeding-rules.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { compareText } from '#domain/values/text.ts';
import { dueFrom, hasDueDay, type Pregnancy } from '#domain/breeding/due-births.ts';
import type { Stay } from '#domain/breeding/exposures.ts';
import { dayText } from '#web/herd/day-text.ts';
import type { Grams } from '#domain/values/units.ts';

/** The last litter of each dam, also if only its year is known. Within a year, one with a day is the last. */
export function lastLitters(animals: readonly Animal[], births: readonly BirthEvent[]): ReadonlyMap<string, Litter> {
  const history = { animals, births };
  const orderOf = ({ day, firstDay }: Litter) => firstDay ?? day;
  const litters = [...yearLittersOf(history), ...littersOf(history)].toSorted((a, b) => compareText(orderOf(a), orderOf(b)));
  return new Map(litters.map((litter) => [litter.damId, litter]));
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** With fewer adult females, their weight says nothing about the breed. */
const minGrown = 5;
const grownMonths = 36;

/** The weight of an adult female on this farm: the median of her breed or, for a rare breed, of her species. */
export function grownWeights(
  females: readonly Animal[],
  stateOf: (id: string) => AnimalState | undefined,
  now: CalendarDate,
): (animal: Animal) => number | undefined {
  const grown = females.flatMap((animal) => {
    const grams = stateOf(animal.id)?.lastWeightGrams ?? null;
    return grams !== null && hasReachedAge(animal, grownMonths, now) === 'yes' ? [{ animal, grams }] : [];
  });
  const by = (key: (animal: Animal) => string) =>
    new Map(
      [...Map.groupBy(grown, ({ animal }) => key(animal))].flatMap(([name, those]) =>
        those.length < minGrown ? [] : [[name, median(those.map(({ grams }) => grams))] as const],
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
  readonly grownGrams: Grams | undefined;
}

/** On the scale from 1 to 5; thinner females conceive less often (LSU AgCenter). */
const minCondition = 2.5;

const dueText = (pregnancy: Pregnancy, day: CalendarDate): string =>
  `${hasDueDay(pregnancy) ? '' : 'from '}${dayText(dueFrom(pregnancy), day)}`;

/** Reasons against mating a female, the weightiest first. They only warn. */
export function matingWarnings(
  animal: Animal,
  { state, pregnancy, stay, bodyCondition, grownGrams }: FemaleFacts,
  { leastMonths, leastWeight }: BreedingRules,
  day: CalendarDate,
): readonly string[] {
  const reached = hasReachedAge(animal, leastMonths, day);
  const weight = state?.lastWeightGrams ?? null;
  const isSmall = weight !== null && grownGrams !== undefined && weight < grownGrams * leastWeight;
  return [
    pregnancy && `May be pregnant, due ${dueText(pregnancy, day)}`,
    stay && 'With a male already',
    reached === 'no' && `Under ${leastMonths} months`,
    reached === 'perhaps' && `Perhaps under ${leastMonths} months`,
    isSmall && `${Math.round((weight / grownGrams) * 100)} % of adult weight`,
    bodyCondition !== undefined && bodyCondition < minCondition && `Thin: condition ${bodyCondition}`,
    (animal.healthStatus === '1' || animal.healthStatus === '2') && `Health ${healthLabels[animal.healthStatus]}`,
  ].filter((warning) => typeof warning === 'string');
}
