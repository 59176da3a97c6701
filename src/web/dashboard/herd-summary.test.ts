import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { summarize } from './herd-summary.ts';

const summaryOf = (herd: Readonly<Record<string, Parameters<typeof buildAnimal>[0]>>) =>
  summarize(
    Object.entries(herd).map(([tagNumber, animal]) => buildAnimal({ tagNumber, ...animal })),
    '2026-11-21',
  );
const tags = (animals: readonly { tagNumber: string }[]) => animals.map(({ tagNumber }) => tagNumber);

test('the dashboard counts active animals only', () => {
  const sold = { status: 'sold', forSale: true, sex: 'male' } as const;
  const died = { status: 'died', healthStatus: '1' } as const;
  const summary = summaryOf({ well: { forSale: true }, sick: { healthStatus: '1' }, sold, died });
  expect(summary).toMatchObject({ total: 2, healthy: 1, forSale: 1, breedingMales: [] });
  expect(tags(summary.concerns)).toEqual(['sick']);
});

test('the dashboard counts males that are old enough to breed, and shows the older ones first', () => {
  const male = (birthDate: string) => ({ sex: 'male' as const, birthDate });
  const herd = { young: male('2026-03-01'), buck: male('2024-03-01'), buckling: male('2026-08-01'), doe: {} };
  expect(tags(summaryOf(herd).breedingMales)).toEqual(['buck', 'young']);
});
