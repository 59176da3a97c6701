import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { summarize } from './herd-summary.ts';

const today = '2026-11-21';
const tags = (animals: readonly { tagNumber: string }[]) => animals.map(({ tagNumber }) => tagNumber);

test('the dashboard counts active animals only', () => {
  const herd = [
    buildAnimal({ tagNumber: 'well', forSale: true }),
    buildAnimal({ tagNumber: 'sick', healthStatus: '1' }),
    buildAnimal({ tagNumber: 'sold', status: 'sold', forSale: true, sex: 'male' }),
    buildAnimal({ tagNumber: 'died', status: 'died', healthStatus: '1' }),
  ];
  const { total, healthy, forSale, breedingMales, concerns } = summarize(herd, today);
  expect({ total, healthy, forSale }).toEqual({ total: 2, healthy: 1, forSale: 1 });
  expect(breedingMales).toEqual([]);
  expect(tags(concerns)).toEqual(['sick']);
});

test('the dashboard counts males that are old enough to breed, and shows the older ones first', () => {
  const herd = [
    buildAnimal({ tagNumber: 'young', sex: 'male', birthDate: '2026-03-01' }),
    buildAnimal({ tagNumber: 'buck', sex: 'male' }),
    buildAnimal({ tagNumber: 'buckling', sex: 'male', birthDate: '2026-08-01' }),
    buildAnimal({ tagNumber: 'doe' }),
  ];
  expect(tags(summarize(herd, today).breedingMales)).toEqual(['buck', 'young']);
});
