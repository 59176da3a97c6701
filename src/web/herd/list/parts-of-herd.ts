import { groupThousands } from '#domain/values/money.ts';
import { plural } from '#domain/values/plural.ts';
import type { Animal } from '#contract/animals.ts';
import { speciesList, speciesTerms } from '#domain/records/animals.ts';
import { isYoung, mayBeYoung } from '#domain/records/births.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { animalsOfRule, isRule, type RuleFacts, ruleText } from '#domain/health/herd-rules.ts';
import type { HerdRule } from '#domain/records/group.ts';
import type { Work } from '#domain/records/works.ts';

export interface HerdPart {
  readonly value: string;
  readonly label: string;
  readonly ids: readonly string[];
  /** For a group that is a rule: `Everyone who …` */
  readonly ruleText?: string;
}

/** The animals passed on by another page. */
export const handedOver = 'handed over';
/** No particular animals are expected. */
export const asTheyCome = 'as they come';

/** Only females can be pregnant, and only young are weaned, once; they may be weighed afterwards. */
export function mayBeDoneWith(work: Work, animal: Animal, today: CalendarDate, weanedOn: CalendarDate | null = null): boolean {
  if (animal.status !== 'active') return false;
  switch (work) {
    case 'pregnancyCheck':
      return animal.sex === 'female';
    case 'wean':
    case 'weighAtWeaning':
      return mayBeYoung(animal, today) && animal.weaningWeightGrams === null && (work === 'weighAtWeaning' || weanedOn === null);
    default:
      return true;
  }
}

/** Whom a kind of work takes, where that is not everyone on the farm. */
export const takenBy: Readonly<Partial<Record<Work, string>>> = {
  pregnancyCheck: 'females',
  wean: 'young that are not weaned yet',
  weighAtWeaning: 'young without a weaning weight',
};

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Known extends Omit<RuleFacts, 'today'> {
  /** The animals on the farm. */
  readonly animals: readonly Animal[];
  readonly groups: readonly (Named & { readonly rule: HerdRule })[];
  readonly places: readonly Named[];
}

const soonDays = 28;

export const dueSoon = 'due soon';
export const inWithdrawal = 'in withdrawal';

const linePrefix = 'line:';

/** The part of the herd that descends from a dam through dams. */
export const lineOf = (damId: string): string => `${linePrefix}${damId}`;

export const damOfLine = (part: string): string | null => (part.startsWith(linePrefix) ? part.slice(linePrefix.length) : null);

interface Part {
  readonly value: string;
  readonly label: string;
  readonly rule: HerdRule;
}

const fixedParts: readonly Part[] = [
  { value: dueSoon, label: 'Due in 4 weeks', rule: { dueWithinDays: soonDays } },
  { value: inWithdrawal, label: 'In withdrawal', rule: { inWithdrawal: true } },
  ...speciesList.flatMap((species): Part[] => {
    const { female, male, young } = speciesTerms[species];
    return [
      { value: `${species} female`, label: `${female}s`, rule: { species, sex: 'female', age: 'grown' } },
      { value: `${species} male`, label: `${male}s`, rule: { species, sex: 'male', age: 'grown' } },
      { value: `${species} young`, label: `${young}s`, rule: { species, age: 'young' } },
    ];
  }),
  { value: 'wethers', label: 'Wethers', rule: { sex: 'wether' } },
  { value: 'never weighed', label: 'Never weighed', rule: { neverWeighed: true } },
];

/**
 * The parts of the herd that have animals: all of it, groups and places, females due soon, animals in withdrawal, females, males,
 * and young of each species, wethers, and animals without a weight; each in the order of the animals.
 */
export function partsOfHerd({ animals, groups, places, ...facts }: Known, today: CalendarDate): readonly HerdPart[] {
  const names = new Map([...groups, ...places].map(({ id, name }) => [id, name]));
  const partOf = ({ value, label, rule }: Part): HerdPart => ({
    value,
    label,
    ids: animalsOfRule(rule, animals, { ...facts, today }).map(({ id }) => id),
  });
  const groupPart = ({ id, name, rule }: Known['groups'][number]): HerdPart =>
    isRule({ rule })
      ? { ...partOf({ value: id, label: name, rule }), ruleText: ruleText(rule, (named) => names.get(named)) }
      : partOf({ value: id, label: name, rule: { groupId: id } });
  return [
    { value: 'all', label: 'All', ids: animals.map(({ id }) => id) },
    ...groups.map(groupPart),
    ...places.map(({ id, name }) => partOf({ value: id, label: name, rule: { placeId: id } })),
    ...fixedParts.map(partOf),
  ].filter(({ ids }) => ids.length > 0);
}

/** `80 ewes`, `3 lambs`, `1 sheep`, `12 animals` */
export function countText(animals: readonly Animal[], today: CalendarDate): string {
  const [first] = animals;
  const size = animals.length;
  const isOneSpecies = first && animals.every(({ species }) => species === first.species);
  const isOneSex = first && animals.every(({ sex }) => sex === first.sex);
  if (!isOneSpecies) return plural(size, 'animal');
  if (animals.every((animal) => isYoung(animal, today))) return plural(size, speciesTerms[first.species].young.toLowerCase());
  if (isOneSex) return plural(size, speciesTerms[first.species][first.sex].toLowerCase());
  return `${groupThousands(size)} ${first.species === 'goat' ? 'goats' : 'sheep'}`;
}
