import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showPart } from '#test/show-pages.tsx';
import { buildAnimal } from '#test/build-animal.ts';
import { unreadableDay } from '#web/lib/forms/unreadable-day.ts';
import { LeftBefore } from './left-before.tsx';

test('a record of a day after its animal left is warned about, and one of before or with the day that is saved is not', async () => {
  const left = [
    { animalId: 'dead', left: { kind: 'death', day: '2026-05-10' } },
    { animalId: 'sold', left: { kind: 'sale', day: '2026-05-10' } },
    { animalId: 'lent', left: { kind: 'loan', day: '2026-05-10' } },
  ];
  vi.stubGlobal('fetch', async () => Response.json(left));
  const dead = buildAnimal({ id: 'dead', tagNumber: 'D', status: 'died' });
  const marked = buildAnimal({ id: 'marked', tagNumber: 'M', status: 'died' });
  const sold = buildAnimal({ id: 'sold', tagNumber: 'S', status: 'sold' });
  const lent = buildAnimal({ id: 'lent', tagNumber: 'L', status: 'active' });
  const records = [
    [dead, '2026-05-11'],
    [dead, '2026-05-10'],
    [dead, unreadableDay],
    [dead, '2026-05-12', '2026-05-12'],
    [marked, '2026-05-10'],
    [sold, '2026-06-01'],
    [lent, '2026-06-01'],
  ] as const;
  const { view } = showPart(() =>
    records.map(([animal, day, savedDay]) => <LeftBefore key={animal.id + day} animal={animal} day={day} savedDay={savedDay} />),
  );
  await screen.findByText(/^S: sold ./);
  expect(Array.from(view.querySelectorAll('[aria-live]'), ({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^D: died .*Check the day before you save/),
    '',
    '',
    '',
    expect.stringMatching(/^M: died.*The day on which it left is not recorded\.$/),
    expect.stringMatching(/^S: sold /),
    '',
  ]);
});
