import { fakeApi, fireEvent, press, screen, showPages, waitFor, within } from '#test/show-pages.tsx';
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

const pages = { '/performance': { component: PerformancePage, validateSearch: parsePerformanceSearch } };

test('young stand in their group with the formula, each factor, the named set and their rank', async () => {
  fakeApi({ '/api/animals': [doe, ...kids] });
  showPages(pages, '/performance');
  const list = within(await screen.findByRole('list', { name: 'Young by group' }));
  list.getByText('Doe kids born Mar 1, at 90 days');
  await press('How these are worked out');
  screen.getByText(/Factors: Browning 2007, meat goats\. Base: buck, born and raised single/);
  const formula =
    /^7 \+ \(45 − 7\) ÷ 80 × 90 = 49.8 lbs × 1.11 doe × 1.18 born twin, raised twin × 1.09 dam of 2 years = 71 lbs$/;
  list.getByText(formula);
  expect(list.getByText(/^1 of 2 · /).textContent).toBe('1 of 2 · 106');
});

test('thresholds are typed as percentages and with a comma, none is empty, and the highest value is not below the lowest', async () => {
  const growth = { trait: 'WWT', atLeast: 1, atMost: null };
  const sent = fakeApi({
    '/api/animals': [doe, ...kids],
    '/api/auth/me': { breedingRules: { breedingValueLimits: { leastAccuracy: 60, traits: [growth] } } },
  });
  showPages(pages, '/performance?show=cull');
  await press('Thresholds');
  const dialog = within(await screen.findByRole('dialog', { name: 'Thresholds' }));
  const type = async (label: string, value: string) =>
    void fireEvent.change(await dialog.findByLabelText(label), { target: { value } });
  await type('At most', '0,2');
  await type('FAMACHA: from', '');
  await type('Young that lived: fewer than (%)', '60');
  await press('Save');
  await dialog.findByText('Cannot be less than the lowest value');
  await type('At least', '');
  await press('Save');
  await waitFor(() => expect(sent).toHaveLength(1));
  const cullLimits = { lived: 0.6, growth: 0.9, interval: 400, famacha: null, dewormed: 3, years: 9 };
  const breedingValueLimits = { leastAccuracy: 60, traits: [{ trait: 'WWT', atLeast: null, atMost: 0.2 }] };
  expect(sent[0]?.[1]).toMatchObject({ breedingRules: { cullLimits, breedingValueLimits } });
});
