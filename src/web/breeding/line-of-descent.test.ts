import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { lineOfDescent } from './line-of-descent.ts';

const all = [
  buildAnimal({ id: 'old', tagNumber: 'O', sex: 'male' }),
  buildAnimal({ id: 'ram', tagNumber: 'R', sex: 'male', fatherId: 'old' }),
  buildAnimal({ id: 'daughter', tagNumber: 'G', fatherId: 'ram' }),
];

test('the line to an ancestor has every animal in between, and is empty if there is none', () => {
  const find = (id: string) => all.find((each) => each.id === id);
  expect(lineOfDescent(all[2]!, 'old', find).map(({ id }) => id)).toEqual(['daughter', 'ram', 'old']);
  expect(lineOfDescent(all[2]!, 'other', find)).toEqual([]);
});
