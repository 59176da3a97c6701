import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { rulesOf } from '#domain/performance/breeding-rules.ts';
import { pedigreeOf } from './mate-concerns.ts';
import { assignMales } from './plan.ts';

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

test('females are shared out evenly among males that are fine, then to the least inbreeding, never too close', () => {
  const plain = ['a', 'b', 'c', 'd'].map((id) => buildAnimal({ id, tagNumber: id }));
  const isOffered = () => true;
  const plan = assignMales(new Map(), [ram, other], plain, { kin, isOffered });
  expect([...plan.values()].toSorted()).toEqual(['other', 'other', 'ram', 'ram']);
  expect(assignMales(new Map(), [ram], [daughter, sister], { kin, isOffered })).toEqual(new Map([['sister', 'ram']]));
  expect(
    assignMales(new Map([['daughter', 'ram']]), [ram, other], [daughter, dam], { kin, isOffered: ({ id }) => id !== 'dam' }),
  ).toEqual(new Map([['daughter', 'ram']]));
});
