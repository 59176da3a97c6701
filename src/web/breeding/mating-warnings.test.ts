import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { rulesOf } from '#domain/performance/breeding-rules.ts';
import { grownWeights, lastLitters, matingWarnings } from './mating-warnings.ts';

const animal = (id: string, rest: object = {}) => buildAnimal({ id, tagNumber: id, ...rest });

test('the last litter of a dam counts the stillborn, and one of which only the year is known', () => {
  const ofYear = (id: string, motherId: string, birthYear: number) => animal(id, { motherId, birthDate: null, birthYear });
  const [first, ...twins] = ['2025-03-01', '2026-03-09', '2026-03-09'].map((birthDate, n) =>
    animal(`${n}`, { motherId: 'dam', birthDate }),
  );
  const herd = [animal('dam'), animal('other'), first!, ...twins, ofYear('4', 'other', 2025)];
  const last = (dam: string, births: readonly object[] = [], more: typeof herd = []) =>
    lastLitters([...herd, ...more], births as never).get(dam);
  expect(last('dam')).toMatchObject({ day: '2026-03-09', born: 2 });
  expect(last('other')).toMatchObject({ firstDay: '2025-01-01', born: 1 });
  expect(last('dam', [], [ofYear('5', 'dam', 2026)])).toMatchObject({ day: '2026-03-09', born: 2 });
  const stillborn = { animalId: 'dam', day: '2026-10-09', young: [{ id: null, state: 'stillborn' }] };
  expect(last('dam', [stillborn])).toMatchObject({ day: '2026-10-09', born: 1 });
});

test('a female that is too young, too light, thin or in bad health has a warning for each', () => {
  const day = '2026-11-23';
  const grown = [50, 55, 60, 65, 70].map((kg) => animal(`${kg}`, { birthDate: '2020-01-01' }));
  const gilt = animal('30', { birthDate: '2026-07-01', healthStatus: '2' });
  const stateOf = (id: string) => ({ animalId: id, lastWeightGrams: Number(id) * 1000 }) as never;
  const grownGrams = grownWeights(grown, stateOf, day)(gilt);
  expect(grownGrams).toBe(60_000);
  const facts = { state: stateOf('30'), pregnancy: undefined, stay: undefined, bodyCondition: 2, grownGrams };
  const warnings = ['Under 6 months', '50 % of adult weight', 'Thin: condition 2', 'Health Fair'];
  expect(matingWarnings(gilt, facts, rulesOf(null), day)).toEqual(warnings);
  expect(matingWarnings(grown[0]!, { ...facts, state: undefined, bodyCondition: 3 }, rulesOf(null), day)).toEqual([]);
});
