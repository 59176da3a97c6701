import type { AnimalState } from '#contract/animal-states.ts';
import type { Animal } from '#contract/animals.ts';
import { speciesList, speciesTerms, type Sex } from '#domain/animals.ts';
import { addDays, type CalendarDate } from '#domain/dates.ts';
import type { Pregnancy } from '#domain/due-births.ts';
import { openWithdrawals } from '#domain/journal/withdrawals.ts';
import type { Work } from '#domain/records/works.ts';

export interface Whom {
  readonly value: string;
  readonly label: string;
  readonly ids: readonly string[];
}

/** The animals passed on by another page. */
export const handedOver = 'handed over';
/** No particular animals are expected. */
export const asTheyCome = 'as they come';

/** Only females can be pregnant. */
export const mayBeDoneWith = (work: Work, { status, sex }: Pick<Animal, 'status' | 'sex'>): boolean =>
  status === 'active' && (work !== 'pregnancyCheck' || sex === 'female');

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Known {
  /** The animals on the farm. */
  readonly animals: readonly Animal[];
  /** undefined until they are read. Animals without any record have none. */
  readonly states:
    | readonly Pick<AnimalState, 'animalId' | 'placeId' | 'groupIds' | 'withdrawals' | 'lastWeightGrams'>[]
    | undefined;
  readonly groups: readonly Named[];
  readonly places: readonly Named[];
  readonly pregnancies: readonly Pick<Pregnancy, 'damId' | 'due'>[];
}

const soonDays = 28;

const youngDays = 365;

export const dueSoon = 'due soon';
export const inWithdrawal = 'in withdrawal';

/**
 * The parts of the herd that have animals: all of it, groups and places, females due soon, animals in withdrawal, females, males,
 * and young of each species, wethers, and animals without a weight; each in the order of the animals.
 */
export function whomOf({ animals: herd, states, groups, places, pregnancies }: Known, today: CalendarDate): readonly Whom[] {
  const soon = new Set(pregnancies.filter(({ due }) => due <= addDays(today, soonDays)).map(({ damId }) => damId));
  const stateOf = new Map((states ?? []).map((state) => [state.animalId, state]));
  const those = (value: string, label: string, isAmong: (animal: Animal) => boolean): Whom => ({
    value,
    label,
    ids: herd.filter(isAmong).map(({ id }) => id),
  });
  const kinds = speciesList.flatMap((species) => {
    const { female, male, young } = speciesTerms[species];
    const ofSex = (sex: Sex, word: string) =>
      those(
        `${species} ${sex}`,
        `${word}s`,
        (animal) => animal.species === species && animal.sex === sex && animal.castratedOn === null,
      );
    const isYoung = ({ birthDate }: Animal): boolean => birthDate !== null && birthDate > addDays(today, -youngDays);
    return [
      ofSex('female', female),
      ofSex('male', male),
      those(`${species} young`, `${young}s`, (animal) => animal.species === species && isYoung(animal)),
    ];
  });
  return [
    those('all', 'All', () => true),
    ...groups.map(({ id, name }) => those(id, name, (animal) => stateOf.get(animal.id)?.groupIds.includes(id) ?? false)),
    ...places.map(({ id, name }) => those(id, name, (animal) => stateOf.get(animal.id)?.placeId === id)),
    those(dueSoon, 'Due in 4 weeks', ({ id }) => soon.has(id)),
    those(inWithdrawal, 'In withdrawal', ({ id }) => openWithdrawals(stateOf.get(id)?.withdrawals ?? [], today).length > 0),
    ...kinds,
    those('wethers', 'Wethers', ({ castratedOn }) => castratedOn !== null),
    those(
      'never weighed',
      'Never weighed',
      ({ id }) => states !== undefined && typeof stateOf.get(id)?.lastWeightGrams !== 'number',
    ),
  ].filter(({ ids }) => ids.length > 0);
}

/** `80 ewes`, `1 sheep`, `12 animals` */
export function countText(animals: readonly Animal[]): string {
  const [first] = animals;
  const size = animals.length;
  const isOneSpecies = first && animals.every(({ species }) => species === first.species);
  const isOneSex = first && animals.every(({ sex }) => sex === first.sex);
  if (!isOneSpecies) return `${size} ${size === 1 ? 'animal' : 'animals'}`;
  if (isOneSex) return `${size} ${speciesTerms[first.species][first.sex].toLowerCase()}${size === 1 ? '' : 's'}`;
  return `${size} ${first.species === 'goat' ? 'goats' : 'sheep'}`;
}
