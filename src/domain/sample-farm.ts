import type { Sex, Species } from './animals.ts';
import { addDays, addMonths, type CalendarDate } from './dates.ts';
import { gestationDays } from './gestation.ts';
import { sampleId } from './sample-ids.ts';

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

/** Parents come first, so that the first seven, which fit into every plan, are a complete farm. */
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

export const sampleSize = all.length;

/** Expected births: the dam, the sire and the number of days from today. */
const due: readonly (readonly [mother: number, father: number, inDays: number])[] = [
  [4, 0, 3],
  [11, 0, 12],
  [12, 10, -1],
  [13, 10, 30],
];

const ageOfYoung = 75;
const treated = 3;

interface Sample {
  readonly species: Species;
  readonly today: CalendarDate;
  readonly size: number;
}

/** The requests that create the sample; every record states that it is invented (rule 40). */
export function sampleFarm(farmId: string, { species, today, size }: Sample) {
  const herd = all.slice(0, size);
  const idOf = (index: number): string => sampleId(farmId, index);
  const before = (days: number): CalendarDate => addDays(today, -days);
  const matedFor = (inDays: number): CalendarDate => addDays(today, inDays - gestationDays[species]);
  const animals = herd.map(({ name, sex, months, parents }, index) => ({
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
    herd.flatMap(({ parents }, index) => (parents ? [{ index, mother: parents[0], father: parents[1] }] : [])),
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
    ...due
      .filter(([mother]) => mother < herd.length)
      .map(([mother, father, inDays]) => ({
        motherId: idOf(mother),
        fatherId: idOf(father),
        breedingDate: matedFor(inDays),
      })),
  ];
  const weighing = (index: number, days: number, weightGrams: number) => ({
    kind: 'weighing' as const,
    animalId: idOf(index),
    day: before(days),
    weightGrams,
  });
  const events = [
    ...herd.flatMap(({ parents, sex }, index) =>
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
  return { animals, matings, events };
}
