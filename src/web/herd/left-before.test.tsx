import { expect, test } from 'vitest';
import { fakeApi, screen, showPart } from '#test/show-pages.tsx';
import { buildAnimal } from '#test/build-animal.ts';
import { unreadableDay } from '#web/lib/forms/unreadable-day.ts';
import { LeftBefore } from './left-before.tsx';

test('a record of a day after its animal left is warned about, and one of before or with the day that is saved is not', async () => {
  const kinds = { dead: 'death', sold: 'sale', lent: 'loan' };
  const left = Object.entries(kinds).map(([animalId, kind]) => ({ animalId, left: { kind, day: '2026-05-10' } }));
  fakeApi({ '/api/animal-states': left });
  const animal = (id: string, status: 'died' | 'sold' | 'active') => buildAnimal({ id, tagNumber: id, status });
  const dead = animal('dead', 'died');
  const records = [
    [dead, '2026-05-11', undefined, /^dead: died .*Check the day before you save/],
    [dead, '2026-05-10', undefined, /^$/],
    [dead, unreadableDay, undefined, /^$/],
    [dead, '2026-05-12', '2026-05-12', /^$/],
    [animal('marked', 'died'), '2026-05-10', undefined, /^marked: died.*The day on which it left is not recorded\.$/],
    [animal('sold', 'sold'), '2026-06-01', undefined, /^sold: sold /],
    [animal('lent', 'active'), '2026-06-01', undefined, /^$/],
  ] as const;
  const { view } = showPart(() =>
    records.map(([of, day, savedDay]) => <LeftBefore key={of.id + day} animal={of} day={day} savedDay={savedDay} />),
  );
  await screen.findByText(/^sold: sold ./);
  const said = Array.from(view.querySelectorAll('[aria-live]'), ({ textContent }) => textContent);
  expect(said).toEqual(records.map(([, , , text]) => expect.stringMatching(text) as string));
});
