import { fakeApi, press, screen, showPages, within } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import type { Animal } from '#contract/animals.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { PerformancePage } from './performance.page.tsx';
import { parsePerformanceSearch } from './performance-search.ts';

const grams = (lbs: number) => Math.round(lbs * 453.592_37);
const goat = (id: string, rest: Partial<Animal>) => buildAnimal({ id, tagNumber: id, name: null, species: 'goat', ...rest });
const doe = goat('doe', { tagNumber: 'D-1', birthDate: '2024-01-01' });
const young = { birthDate: '2026-03-01', motherId: 'doe', birthWeightGrams: grams(7), weaningAgeDays: 80 };
const kids = [
  goat('K-1', { ...young, weaningWeightGrams: grams(45) }),
  goat('K-2', { ...young, weaningWeightGrams: grams(40) }),
] as const;

test('young stand in their group with the formula, each factor, the named set and their rank', async () => {
  fakeApi({ '/api/animals': [doe, ...kids] });
  showPages({ '/performance': { component: PerformancePage, validateSearch: parsePerformanceSearch } }, '/performance');
  const list = within(await screen.findByRole('list', { name: 'Young by group' }));
  list.getByText('Doe kids born Mar 1, at 90 days');
  await press('How these are worked out');
  screen.getByText(/Factors: Browning 2007, meat goats\. Base: buck, born and raised single/);
  const formula =
    /^7 \+ \(45 − 7\) ÷ 80 × 90 = 49.8 lbs × 1.11 doe × 1.18 born twin, raised twin × 1.09 dam of 2 years = 71 lbs$/;
  list.getByText(formula);
  expect(list.getByText(/^1 of 2 · /).textContent).toBe('1 of 2 · 106');
});
