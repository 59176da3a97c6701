import { plural } from '../values/plural.ts';
import { type Sex, type Species, speciesTerms } from '../records/animals.ts';
import { isWether, isYoung } from '../records/births.ts';
import { addDays, type CalendarDate } from '../values/dates.ts';
import { openWithdrawals, type Withdrawal } from '../journal/withdrawals.ts';
import type { HerdRule } from '../records/group.ts';
import { normalizeText } from '../values/text.ts';
import type { Grams } from '../values/units.ts';

/** Whether the animals of the group follow from a rule instead of from moves. */
export const isRule = ({ rule }: { readonly rule: HerdRule }): boolean => entriesOf(rule).length > 0;

interface RuleAnimal {
  readonly id: string;
  readonly species: Species;
  readonly sex: Sex;
  readonly birthDate: CalendarDate | null;
  readonly birthYear: number | null;
  readonly breed: string | null;
  readonly healthStatus: string;
  readonly castratedOn: CalendarDate | null;
  readonly isCastrated: boolean;
  readonly birthWeightGrams: Grams | null;
  readonly weaningWeightGrams: Grams | null;
}

export interface RuleState {
  readonly placeId: string | null;
  readonly groupIds: readonly string[];
  readonly withdrawals: readonly Withdrawal[];
  readonly lastWeightGrams: Grams | null;
  readonly lastWeightDay: CalendarDate | null;
}

/** The last treatment and the last scores of an animal. */
export interface LastCare {
  readonly treatedOn: CalendarDate | null;
  readonly famacha: number | null;
  readonly bodyCondition: number | null;
}

/** What rules ask, by the animal's id. An animal without an entry has no such records; a map is undefined until it is read. */
export interface RuleFacts {
  readonly today: CalendarDate;
  readonly states: ReadonlyMap<string, RuleState> | undefined;
  /** The day on which each pregnant female is due. */
  readonly due: ReadonlyMap<string, CalendarDate> | undefined;
  readonly care: ReadonlyMap<string, LastCare> | undefined;
}

interface CareEvent {
  readonly kind: string;
  readonly animalId: string;
  readonly day: CalendarDate;
  readonly famacha?: number | null;
  readonly bodyCondition?: number | null;
  /** A pooled sample describes a group and not its animals. */
  readonly isPooled?: boolean;
}

export const careKinds = ['treatment', 'scores'] as const;

/** Whether one of the rules asks for the events of `careKinds`. */
export const askForCare = (rules: readonly HerdRule[]): boolean =>
  rules.some(
    (rule) => rule.notTreatedForDays !== undefined || rule.famachaFrom !== undefined || rule.bodyConditionTo !== undefined,
  );

const noCare: LastCare = { treatedOn: null, famacha: null, bodyCondition: null };

/** `events` are the newest first. */
export function lastCareOf(events: readonly CareEvent[]): ReadonlyMap<string, LastCare> {
  const found = new Map<string, LastCare>();
  for (const { kind, animalId, day, famacha = null, bodyCondition = null, isPooled } of events) {
    const later = found.get(animalId) ?? noCare;
    if (kind === 'treatment') found.set(animalId, { ...later, treatedOn: later.treatedOn ?? day });
    else if (!isPooled) {
      const care = { famacha: later.famacha ?? famacha, bodyCondition: later.bodyCondition ?? bodyCondition };
      found.set(animalId, { ...later, ...care });
    }
  }
  return found;
}

type Holds = (animal: RuleAnimal) => boolean;

/** For each condition, whether it holds for an animal. A condition about something that is not read yet holds for none. */
const conditions: { readonly [K in keyof HerdRule]-?: (value: NonNullable<HerdRule[K]>, facts: RuleFacts) => Holds } = {
  species: (species) => (animal) => animal.species === species,
  sex: (sex) => (animal) => (sex === 'wether' ? isWether(animal) : animal.sex === sex && !isWether(animal)),
  age:
    (age, { today }) =>
    (animal) =>
      isYoung(animal, today) === (age === 'young'),
  bornYear: (year) => {
    const start = `${year}-`;
    return ({ birthDate, birthYear }) => birthYear === year || (birthDate?.startsWith(start) ?? false);
  },
  breed: (breed) => {
    const key = normalizeText(breed);
    // A farm has few breeds and many animals.
    const known = new Map<string | null, boolean>([[null, false]]);
    return ({ breed: spelled }) => {
      const isSame = known.get(spelled) ?? normalizeText(spelled ?? '') === key;
      known.set(spelled, isSame);
      return isSame;
    };
  },
  placeId:
    (placeId, { states }) =>
    ({ id }) =>
      states?.get(id)?.placeId === placeId,
  groupId:
    (groupId, { states }) =>
    ({ id }) =>
      states?.get(id)?.groupIds.includes(groupId) ?? false,
  dueWithinDays: (days, { due, today }) => {
    const last = addDays(today, days);
    return ({ id }) => (due?.get(id) ?? '9') <= last;
  },
  inWithdrawal:
    (_, { states, today }) =>
    ({ id }) =>
      openWithdrawals(states?.get(id)?.withdrawals ?? [], today).length > 0,
  neverWeighed:
    (_, { states }) =>
    // A weight at birth or at weaning may have no day, and is in no state.
    ({ id, birthWeightGrams, weaningWeightGrams }) =>
      states !== undefined &&
      typeof states.get(id)?.lastWeightGrams !== 'number' &&
      birthWeightGrams === null &&
      weaningWeightGrams === null,
  notWeighedForDays: (days, { states, today }) => {
    const last = addDays(today, -days);
    return ({ id }) => states !== undefined && (states.get(id)?.lastWeightDay ?? '') <= last;
  },
  notTreatedForDays: (days, { care, today }) => {
    const last = addDays(today, -days);
    return ({ id }) => care !== undefined && (care.get(id)?.treatedOn ?? '') <= last;
  },
  gradeTo:
    (grade) =>
    ({ healthStatus }) =>
      Number(healthStatus) <= grade,
  famachaFrom:
    (score, { care }) =>
    ({ id }) =>
      (care?.get(id)?.famacha ?? 0) >= score,
  bodyConditionTo:
    (score, { care }) =>
    ({ id }) =>
      (care?.get(id)?.bodyCondition ?? Number.POSITIVE_INFINITY) <= score,
};

const entriesOf = (rule: HerdRule) => Object.entries(rule).filter(([, value]) => value !== undefined);

/** The animals for which all conditions of the rule hold, in their order. */
export function animalsOfRule<A extends RuleAnimal>(rule: HerdRule, animals: readonly A[], facts: RuleFacts): readonly A[] {
  const holds = entriesOf(rule).map(([name, value]) =>
    (conditions[name as keyof HerdRule] as (value: unknown, facts: RuleFacts) => Holds)(value, facts),
  );
  return animals.filter((animal) => holds.every((isMet) => isMet(animal)));
}

function kindText({ species, sex, age }: HerdRule): string[] {
  const of = species && speciesTerms[species];
  const ages = age === undefined ? [] : [age === 'young' ? 'is under a year old' : 'is a year or older'];
  if (sex === 'wether') return [species ? `is a wether (${species})` : 'is a wether', ...ages];
  if (of && sex) return [`is a ${of[sex].toLowerCase()}`, ...ages];
  if (of && age === 'young') return [`is a ${of.young.toLowerCase()}`];
  return [...(species ? [`is a ${species}`] : []), ...(sex ? [`is ${sex}`] : []), ...ages];
}

/** In the words of `Everyone who …`. */
const words: { readonly [K in keyof HerdRule]-?: (value: NonNullable<HerdRule[K]>, nameOf: (id: string) => string) => string[] } =
  {
    species: () => [],
    sex: () => [],
    age: () => [],
    bornYear: (year) => [`was born in ${year}`],
    breed: (breed) => [`is of the breed ${breed}`],
    placeId: (id, nameOf) => [`is at ${nameOf(id)}`],
    groupId: (id, nameOf) => [`is in ${nameOf(id)}`],
    dueWithinDays: (days) => [days === 0 ? 'is due today or overdue' : `is due within ${plural(days, 'day')} or overdue`],
    inWithdrawal: () => ['is in withdrawal'],
    neverWeighed: () => ['was never weighed'],
    notWeighedForDays: (days) => [`was not weighed for ${plural(days, 'day')}`],
    notTreatedForDays: (days) => [`was not treated for ${plural(days, 'day')}`],
    gradeTo: (grade) => [`has health grade ${grade} or lower`],
    famachaFrom: (score) => [`had FAMACHA ${score} or higher`],
    bodyConditionTo: (score) => [`had body condition ${score} or lower`],
  };

/** `Everyone who is a ewe, is a year or older and is due within 7 days or overdue` */
export function ruleText(rule: HerdRule, nameOf: (id: string) => string | undefined): string {
  const name = (id: string) => nameOf(id) ?? 'a place or group that is gone';
  const texts = [
    ...kindText(rule),
    ...Object.entries(words).flatMap(([key, text]) => {
      const value = rule[key as keyof HerdRule];
      return value === undefined ? [] : (text as (value: unknown, nameOf: typeof name) => string[])(value, name);
    }),
  ];
  const last = texts.pop() ?? '';
  return `Everyone who ${texts.length === 0 ? last : `${texts.join(', ')} and ${last}`}`;
}
