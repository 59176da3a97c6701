import type { Animal } from '#contract/animals.ts';
import { speciesTerms } from '#domain/records/animals.ts';
import { validateBreedingDates } from '#domain/records/breeding.ts';
import { type CalendarDate, isCalendarDate } from '#domain/values/dates.ts';
import type { Pregnancy } from '#domain/breeding/due-births.ts';
import type { Stay } from '#domain/breeding/exposures.ts';
import { maxExposedFemales } from '#domain/values/farm-lists.ts';
import { animalsOfRule, isRule, type RuleFacts } from '#domain/health/herd-rules.ts';
import type { HerdRule } from '#domain/records/group.ts';
import { byTag } from '#web/herd/animal/animal-options.tsx';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { type Concern, type Kin, pairConcerns, validateMatesBorn } from './mate-concerns.ts';

export interface Females {
  readonly value: string;
  readonly name: string;
  readonly groupId: string | null;
  readonly animals: readonly Animal[];
}

export const byHand = 'by hand';

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Known {
  /** The females that may run with the chosen males, in the order of their tags. */
  readonly females: readonly Animal[];
  readonly facts: RuleFacts;
  readonly groups: readonly (Named & { readonly rule: HerdRule })[];
  readonly places: readonly Named[];
}

/** The groups and places with females in them, and all females. */
export function femalesOf({ females, facts, groups, places }: Known): readonly Females[] {
  const [first] = females;
  const isOne = first && females.every(({ species }) => species === first.species);
  const all = `All ${isOne ? `${speciesTerms[first.species].female.toLowerCase()}s` : 'females'}`;
  return [
    ...groups.map(({ id, name, rule }) => ({
      value: id,
      name,
      // Females join the males of a group by being moved into it, which is not possible with a rule.
      groupId: isRule({ rule }) ? null : id,
      animals: animalsOfRule(isRule({ rule }) ? rule : { groupId: id }, females, facts),
    })),
    ...places.map(({ id, name }) => ({
      value: id,
      name,
      groupId: null,
      animals: animalsOfRule({ placeId: id }, females, facts),
    })),
    { value: 'all', name: all, groupId: null, animals: females },
  ].filter(({ animals }) => animals.length > 0);
}

export const femalesFor = (herd: readonly Animal[], males: readonly Animal[]): readonly Animal[] =>
  herd
    .filter(({ status, sex, species }) => status === 'active' && sex === 'female' && (males[0]?.species ?? species) === species)
    .toSorted(byTag);

export interface PutIn {
  readonly males: readonly Animal[];
  readonly females: readonly Animal[];
  readonly inDay: string;
  readonly outDay: string;
}

export function validateDays({ males, females, inDay, outDay }: PutIn, today: CalendarDate): { inDay?: string; outDay?: string } {
  if (!isCalendarDate(inDay)) return {};
  const violation =
    validateBreedingDates({ breedingDate: inDay, actualBirthDate: null }, today)?.message ??
    validateMatesBorn([...males, ...females], inDay);
  if (violation !== undefined) return { inDay: violation };
  return isCalendarDate(outDay) && outDay < inDay ? { outDay: 'The day out cannot be before the day in' } : {};
}

/** The first thing missing for it to be saved. */
export function missingText(
  { males, females, inDay, outDay }: PutIn,
  words: { readonly male: string; readonly female: string },
): string | undefined {
  if (males.length === 0) return `Which ${words.male}?`;
  if (new Set(males.map(({ species }) => species)).size > 1) return 'One species at a time';
  if (females.length === 0) return `Which ${words.female}s?`;
  if (females.length > maxExposedFemales) return `At most ${maxExposedFemales} at once`;
  return isCalendarDate(inDay) && (outDay === '' || isCalendarDate(outDay)) ? undefined : 'On which day?';
}

/** Concerns about each pair, and about females that run with other males on these days or were found pregnant before. They only warn. */
export function concernsOf(
  { males, females, inDay, outDay }: PutIn,
  stays: readonly Stay[],
  kin?: Kin,
  expected: readonly Pregnancy[] = [],
): readonly Concern[] {
  const pairs = males.flatMap((male) =>
    pairConcerns(male, females, inDay, kin).map(({ label, sentence }) => ({
      label,
      sentence: males.length > 1 ? sentence.replace(' is his ', ` is ${fullName(male)}’s `) : sentence,
    })),
  );
  const here = new Set(females.map(({ id }) => id));
  const others = new Set(
    stays.flatMap(({ femaleId, from, to }) =>
      here.has(femaleId) && (outDay === '' || from <= outDay) && (to === null || to > inDay) ? femaleId : [],
    ),
  );
  const elsewhere = females.find(({ id }) => others.has(id));
  const carrying = new Set(expected.flatMap(({ damId, check }) => (check && here.has(damId) && check.day <= inDay ? damId : [])));
  const pregnant = females.find(({ id }) => carrying.has(id));
  const andMore = ({ size }: ReadonlySet<string>) => (size > 1 ? ` and ${size - 1} more are` : ' is');
  const bySentence = new Map(pairs.map((concern) => [concern.sentence, concern]));
  return [
    ...(elsewhere
      ? [
          {
            label: 'With another',
            sentence: `${fullName(elsewhere)}${andMore(others)} already with a male on these days, so the sire will not be known.`,
          },
        ]
      : []),
    ...(pregnant ? [{ label: 'Pregnant', sentence: `${fullName(pregnant)}${andMore(carrying)} pregnant by a check.` }] : []),
    ...bySentence.values(),
  ];
}
