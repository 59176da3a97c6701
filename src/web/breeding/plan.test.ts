import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { rulesOf } from '#domain/breeding-rules.ts';
import { pedigreeOf } from './mate-concerns.ts';
import { grownWeights, lastBirths, lineTo, matingWarnings, pairKin, sharedOut } from './plan.ts';

const [old, ram] = [
  buildAnimal({ id: 'old', tagNumber: 'O', sex: 'male' }),
  buildAnimal({ id: 'ram', tagNumber: 'R', sex: 'male', fatherId: 'old' }),
];
const other = buildAnimal({ id: 'other', tagNumber: 'T', sex: 'male' });
const dam = buildAnimal({ id: 'dam', tagNumber: 'D' });
const daughter = buildAnimal({ id: 'daughter', tagNumber: 'G', fatherId: 'ram', motherId: 'dam' });
const sister = buildAnimal({ id: 'sister', tagNumber: 'S', fatherId: 'old', motherId: 'dam' });
const all = [old, ram, other, dam, daughter, sister];
const kin = { pedigree: pedigreeOf(all), rules: rulesOf(null) };

test('a pair has the inbreeding of its young and what the farm says of it; of unknown kin it is not known', () => {
  expect(pairKin(ram, daughter, kin)).toEqual({ inbreeding: 0.25, band: 'tooClose' });
  expect(pairKin(ram, sister, kin)).toEqual({ inbreeding: 0.125, band: 'close' });
  expect(pairKin(other, sister, kin)).toEqual({ inbreeding: 0, band: 'unknown' });
});

test('females are shared out evenly among males that are fine, then to the least inbreeding, never too close', () => {
  const plain = ['a', 'b', 'c', 'd'].map((id) => buildAnimal({ id, tagNumber: id }));
  const isOffered = () => true;
  const plan = sharedOut(new Map(), [ram, other], plain, { kin, isOffered });
  expect([...plan.values()].toSorted()).toEqual(['other', 'other', 'ram', 'ram']);
  expect(sharedOut(new Map(), [ram], [daughter, sister], { kin, isOffered })).toEqual(new Map([['sister', 'ram']]));
  expect(
    sharedOut(new Map([['daughter', 'ram']]), [ram, other], [daughter, dam], { kin, isOffered: ({ id }) => id !== 'dam' }),
  ).toEqual(new Map([['daughter', 'ram']]));
});

test('the last birth of a dam is the newest day on which young of her were born, with how many', () => {
  const young = (tagNumber: string, birthDate: string) => buildAnimal({ tagNumber, motherId: 'dam', birthDate });
  const births = lastBirths([young('1', '2025-03-01'), young('2', '2026-03-09'), young('3', '2026-03-09')]);
  expect(births.get('dam')).toEqual({ day: '2026-03-09', young: 2 });
});

test('a female that is young, light, thin, sick or taken is warned of', () => {
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

test('the line to a common ancestor names everybody between', () => {
  const find = (id: string) => all.find((each) => each.id === id);
  expect(lineTo(daughter, 'old', find).map(({ id }) => id)).toEqual(['daughter', 'ram', 'old']);
  expect(lineTo(daughter, 'other', find)).toEqual([]);
});
