import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { rulesOf } from '#domain/performance/breeding-rules.ts';
import { grownWeights, lastLitters, matingWarnings } from './mating-warnings.ts';

test('the last litter of a dam counts the stillborn, and one of which only the year is known', () => {
  const [dam, other] = [buildAnimal({ id: 'dam', tagNumber: 'D' }), buildAnimal({ id: 'other', tagNumber: 'O' })];
  const young = (id: string, birthDate: string, motherId = 'dam') => buildAnimal({ id, tagNumber: id, motherId, birthDate });
  const ofYear = { ...young('4', '', 'other'), birthDate: null, birthYear: 2025 };
  const herd = [dam, other, young('1', '2025-03-01'), young('2', '2026-03-09'), young('3', '2026-03-09'), ofYear];
  expect(lastLitters(herd, []).get('dam')).toMatchObject({ day: '2026-03-09', born: 2 });
  expect(lastLitters(herd, []).get('other')).toMatchObject({ firstDay: '2025-01-01', born: 1 });
  const alsoOfYear = { ...young('5', ''), birthDate: null, birthYear: 2026 };
  expect(lastLitters([...herd, alsoOfYear], []).get('dam')).toMatchObject({ day: '2026-03-09', born: 2 });
  const stillborn = { animalId: 'dam', day: '2026-10-09', young: [{ id: null, state: 'stillborn' }] } as never;
  expect(lastLitters(herd, [stillborn]).get('dam')).toMatchObject({ day: '2026-10-09', born: 1 });
});

test('a female that is too young, too light, thin or in bad health has a warning for each', () => {
  const grown = [50, 55, 60, 65, 70].map((kg) => ({ ...buildAnimal({ tagNumber: `${kg}`, birthDate: '2020-01-01' }), kg }));
  const weigh = (id: string, lastWeightGrams: number) => ({ animalId: id, lastWeightGrams }) as never;
  const gilt = buildAnimal({ id: 'gilt', tagNumber: 'g', birthDate: '2026-07-01', healthStatus: '2' });
  const stateOf = (id: string) => weigh(id, (grown.find((each) => each.id === id)?.kg ?? 30) * 1000);
  const grownGrams = grownWeights(grown, stateOf, '2026-11-23')(gilt);
  expect(grownGrams).toBe(60_000);
  const facts = { state: stateOf('gilt'), pregnancy: undefined, stay: undefined, bodyCondition: 2, grownGrams };
  expect(matingWarnings(gilt, facts, rulesOf(null), '2026-11-23')).toEqual([
    'Under 6 months',
    '50 % of adult weight',
    'Thin: condition 2',
    'Health Fair',
  ]);
  expect(matingWarnings(grown[0]!, { ...facts, state: undefined, bodyCondition: 3 }, rulesOf(null), '2026-11-23')).toEqual([]);
});
