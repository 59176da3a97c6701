import type { Sex, Species } from '../records/animals.ts';
import { addDays, addMonths, type CalendarDate } from '../values/dates.ts';
import { gestationDays } from '../breeding/gestation.ts';
import type { Outline } from '../records/outlines.ts';
import { sampleId, samplePlaceId } from './sample-ids.ts';
import type { Grams } from '../values/units.ts';

interface SampleAnimal {
  readonly name: string;
  readonly sex: Sex;
  /** The age of an adult. */
  readonly months?: number;
  /** The indexes of a young animal's parents in the list. */
  readonly parents?: readonly [mother: number, father: number];
}

const grown = (name: string, sex: Sex, months: number): SampleAnimal => ({ name, sex, months });
const young = (name: string, sex: Sex, mother: number, father: number): SampleAnimal => ({
  name,
  sex,
  parents: [mother, father],
});

/** Parents come first. There is an id for each (sampleAnimalIds). */
const all: readonly SampleAnimal[] = [
  grown('Bruno', 'male', 38),
  grown('Clover', 'female', 50),
  grown('Daisy', 'female', 39),
  grown('Hazel', 'female', 62),
  grown('Ivy', 'female', 27),
  young('Jasper', 'male', 1, 0),
  young('Juniper', 'female', 1, 0),
  young('Kit', 'male', 2, 0),
  young('Lark', 'female', 3, 0),
  young('Linnet', 'female', 3, 0),
  grown('Otto', 'male', 30),
  grown('Maple', 'female', 41),
  grown('Nettle', 'female', 52),
  grown('Olive', 'female', 28),
  grown('Poppy', 'female', 64),
  grown('Rosie', 'female', 40),
  young('Sorrel', 'female', 14, 10),
  young('Spruce', 'male', 14, 10),
  young('Teasel', 'male', 15, 10),
  young('Thistle', 'female', 15, 10),
];

/** Expected births: the dam, the sire and the number of days from today. */
const due: readonly (readonly [mother: number, father: number, inDays: number])[] = [
  [4, 0, 3],
  [11, 0, 12],
  [12, 10, -1],
  [13, 10, 30],
];

const outlineOf = (...corners: readonly (readonly [x: number, y: number])[]): Outline => corners.map(([x, y]) => ({ x, y }));

const places = {
  meadow: {
    name: 'Sample meadow',
    restDays: 30,
    outline: outlineOf([500, 700], [5200, 400], [5600, 4300], [800, 4600]),
  },
  hill: {
    name: 'Sample hill',
    restDays: 30,
    outline: outlineOf([5900, 500], [9500, 900], [9300, 5600], [6200, 4600]),
  },
  orchard: {
    name: 'Sample orchard',
    restDays: 30,
    outline: outlineOf([800, 5100], [4800, 4900], [4400, 9300], [600, 8900]),
  },
  barn: {
    name: 'Sample barn',
    outline: outlineOf([5600, 6500], [8300, 6500], [8300, 8600], [5600, 8600]),
  },
} as const;
type SamplePlace = keyof typeof places;
const placeNames = Object.keys(places) as SamplePlace[];

export const samplePlaceIds = (farmId: string): readonly string[] => placeNames.map((_, index) => samplePlaceId(farmId, index));

export const isSamplePlaceName = (name: string): boolean => placeNames.some((place) => places[place].name === name);

const ageOfYoung = 75;
const treated = 3;

interface Sample {
  readonly species: Species;
  readonly today: CalendarDate;
}

/** Where an animal was moved, and how many days ago: who is due stands in the barn, and the orchard rests. */
function movesOf(index: number, { sex, months }: SampleAnimal): readonly (readonly [SamplePlace, days: number])[] {
  if (due.some(([mother]) => mother === index)) return [['barn', 6]];
  if (sex === 'male' && months !== undefined) return [['hill', 60]];
  return [
    ['orchard', 40],
    ['meadow', 9],
  ];
}

/** The requests that create the sample; every record states that it is invented (rule 40). */
export function sampleFarm(farmId: string, { species, today }: Sample) {
  const idOf = (index: number): string => sampleId(farmId, index);
  const before = (days: number): CalendarDate => addDays(today, -days);
  const matedFor = (inDays: number): CalendarDate => addDays(today, inDays - gestationDays[species]);
  const animals = all.map(({ name, sex, months, parents }, index) => ({
    id: idOf(index),
    tagNumber: `TRY-${String(index + 1).padStart(2, '0')}`,
    name,
    species,
    sex,
    birthDate: months === undefined ? before(ageOfYoung) : addMonths(today, -months),
    notes: 'Of the sample farm',
    ...(parents && { motherId: idOf(parents[0]), fatherId: idOf(parents[1]), birthWeightGrams: 3400 + index * 60 }),
  }));
  const litters = Map.groupBy(
    all.flatMap(({ parents }, index) => (parents ? [{ index, mother: parents[0], father: parents[1] }] : [])),
    ({ mother }) => mother,
  );
  const matings = [
    ...[...litters].map(([mother, litter]) => ({
      motherId: idOf(mother),
      fatherId: idOf(litter[0]?.father ?? 0),
      breedingDate: matedFor(-ageOfYoung),
      actualBirthDate: before(ageOfYoung),
      outcome: 'successful' as const,
      offspringIds: litter.map(({ index }) => idOf(index)),
    })),
    ...due.map(([mother, father, inDays]) => ({
      motherId: idOf(mother),
      fatherId: idOf(father),
      breedingDate: matedFor(inDays),
    })),
  ];
  const weighing = (index: number, days: number, weightGrams: Grams) => ({
    kind: 'weighing' as const,
    animalId: idOf(index),
    day: before(days),
    weightGrams,
  });
  const moves = all.flatMap((animal, index) =>
    movesOf(index, animal).map(([place, days]) => ({
      kind: 'move' as const,
      animalId: idOf(index),
      day: before(days),
      placeId: samplePlaceId(farmId, placeNames.indexOf(place)),
    })),
  );
  const events = [
    ...moves,
    ...all.flatMap(({ parents, sex }, index) =>
      parents
        ? [weighing(index, 40, 9600 + index * 110), weighing(index, 5, 17_200 + index * 230)]
        : [weighing(index, 60, (sex === 'male' ? 78_000 : 55_000) + index * 400)],
    ),
    { kind: 'scores' as const, animalId: idOf(treated), day: before(4), famacha: 4, bodyCondition: 2.5 },
    {
      kind: 'treatment' as const,
      animalId: idOf(treated),
      day: before(4),
      productName: 'Sample drench (invented)',
      reason: 'FAMACHA 4',
      withdrawals: [{ product: 'meat' as const, days: 14 }],
    },
  ];
  return {
    places: placeNames.map((place, index) => ({
      id: samplePlaceId(farmId, index),
      ...places[place],
      note: 'Of the sample farm',
    })),
    animals,
    matings,
    events,
  };
}
