import { act, fakeApi, fireEvent, press, screen, showPages, waitFor, within } from '#test/show-pages.tsx';
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

function open(path: string, animals: readonly object[], answers: Readonly<Record<string, unknown>> = {}) {
  const sent = fakeApi({ '/api/animals': animals, ...answers });
  showPages({ '/performance': { component: PerformancePage, validateSearch: parsePerformanceSearch } }, path);
  return sent;
}

test('young stand in their group with the formula, each factor, the named set and their rank', async () => {
  open('/performance', [doe, ...kids]);
  const list = within(await screen.findByRole('list', { name: 'Young by group' }));
  list.getByText('Doe kids born Mar 1, at 90 days');
  await press('How these are worked out');
  screen.getByText(/Factors: Browning 2007, meat goats\. Base: buck, born and raised single/);
  const formula =
    /^7 \+ \(45 − 7\) ÷ 80 × 90 = 49.8 lbs × 1.11 doe × 1.18 born twin, raised twin × 1.09 dam of 2 years = 71 lbs$/;
  list.getByText(formula);
  expect(list.getByText(/^1 of 2 · /).textContent).toBe('1 of 2 · 106');
});

test("breeding values and figures speak against a female by the farm's own thresholds, which are typed there", async () => {
  const supplied = (source: string, day: string, values: object[]) => {
    return { id: source, animalId: 'doe', kind: 'breedingValues', day, createdAt: `${day}T00:00:00Z`, source, values };
  };
  const growth = { trait: 'WWT', atLeast: 1, atMost: null };
  const sent = open('/performance?show=cull', [doe, ...kids], {
    '/api/auth/me': { breedingRules: { breedingValueLimits: { leastAccuracy: 60, traits: [growth] } } },
    '/api/events': [
      supplied('NSIP', '2026-03-01', [
        { trait: 'WWT', value: 0.8, accuracy: 71 },
        { trait: 'NLB', value: 0.3, accuracy: 50 },
      ]),
      supplied('LAMBPLAN', '2025-09-01', [{ trait: 'WWT', value: 4, accuracy: 80 }]),
    ],
  });
  await within(await screen.findByRole('list', { name: 'Females' })).findByText('WWT (NSIP) +0.8, below +1');
  // It comes lazily.
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Thresholds' })));
  const dialog = within(await screen.findByRole('dialog', { name: 'Thresholds' }));
  const limits = (trait: string) => within(dialog.getByRole('group', { name: trait }));
  const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
  expect(limits('WWT').getByLabelText<HTMLInputElement>('At least').value).toBe('1');
  type(limits('NLB').getByLabelText('At most'), '0,2');
  type(limits('NLB').getByLabelText('At least'), '0.4');
  type(dialog.getByLabelText('FAMACHA: from'), '');
  type(dialog.getByLabelText('Young that lived: fewer than (%)'), '60');
  await press('Save');
  await dialog.findByText('Cannot be less than the lowest value');
  type(limits('NLB').getByLabelText('At least'), '');
  await press('Save');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.[1]).toMatchObject({
    breedingRules: {
      cullLimits: { lived: 0.6, growth: 0.9, interval: 400, famacha: null, dewormed: 3, years: 9 },
      breedingValueLimits: { leastAccuracy: 60, traits: [{ trait: 'NLB', atLeast: null, atMost: 0.2 }, growth] },
    },
  });
});

const season = '/performance?show=season';

const openTable = (name: string) => {
  const card = screen.getByRole('region', { name });
  const details = card.querySelector('details')!;
  details.open = true;
  act(() => void fireEvent(details, new Event('toggle')));
  const cellsOf = (row: HTMLElement) => Array.from(row.querySelectorAll('th, td:not([aria-hidden])'), (cell) => cell.textContent);
  return within(card)
    .getAllByRole('row')
    .map((row) => cellsOf(row).join(' | '));
};

test('a season shows what was born per week, the losses and the gain first, each with its numbers in a table', async () => {
  const litter = [...kids.map(({ id }) => ({ id, state: 'alive' })), { id: null, state: 'stillborn' }];
  const birth = { id: 'b', animalId: 'doe', kind: 'birth', day: '2026-03-01', createdAt: '2026-03-02T00:00:00Z', voidedAt: null };
  open(season, [doe, ...kids], { '/api/events': [{ ...birth, young: litter }] });
  const born = within(await screen.findByRole('list', { name: 'Born' })).getAllByRole('listitem');
  expect(born.map(({ textContent }) => textContent)).toEqual(['Alive 2', 'Dead 1']);
  screen.getByRole('img', { name: /^Column chart of the young born in 1 week, 3 in all\./ });
  expect(openTable('Born per week')).toEqual(['Week | Alive | Dead', 'Feb 23 – Mar 1 | 2 | 1']);
  const [causes, weeks] = [
    ['By cause | 2026', 'Stillborn | 1'],
    ['By week of life | 2026', 'At birth | 1'],
  ];
  expect(openTable('Losses')).toEqual([...causes, ...weeks, 'Cause | At birth | All', 'Stillborn | 1 | 1']);
  const gain = 'Doe kids born Mar 1, at 90 days | 2 | 0.41 | 0.44 | 0.48';
  expect(openTable('Gain by group')).toEqual(['Group | Head | Least | Median | Most', gain]);
});
