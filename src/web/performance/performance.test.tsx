import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { showPages } from '#test/show-pages.tsx';
import { buildAnimal } from '#test/build-animal.ts';
import { addDays } from '#domain/values/dates.ts';
import { today } from '#web/lib/text/today.ts';
import { PerformancePage } from './performance.page.tsx';
import { parsePerformanceSearch } from './performance-search.ts';

const grams = (lbs: number) => Math.round(lbs * 453.592_37);
const doe = buildAnimal({ id: 'doe', tagNumber: 'D-1', name: null, species: 'goat', sex: 'female', birthDate: '2024-01-01' });
const kids = ['K-1', 'K-2'].map((tagNumber, index) =>
  buildAnimal({
    id: tagNumber,
    tagNumber,
    name: null,
    species: 'goat',
    sex: 'female',
    birthDate: '2026-03-01',
    motherId: 'doe',
    birthWeightGrams: grams(7),
    weaningWeightGrams: grams(index === 0 ? 45 : 40),
    weaningAgeDays: 80,
  }),
);

function open(path: string, answers: Readonly<Record<string, object>>) {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (typeof body === 'string') sent.push(JSON.parse(body));
    const { pathname, searchParams } = new URL(url, 'http://farm');
    const [answer = [], kinds] = [answers[pathname], searchParams.get('kind')?.split(',')];
    return Response.json(kinds && Array.isArray(answer) ? answer.filter(({ kind }) => kinds.includes(kind)) : answer);
  });
  showPages({ '/performance': { component: PerformancePage, validateSearch: parsePerformanceSearch } }, path);
  return sent;
}

test('young stand in their group with the formula, each factor, the named set and their rank', async () => {
  open('/performance', { '/api/animals': [doe, ...kids] });
  const list = within(await screen.findByRole('list', { name: 'Young by group' }));
  list.getByText('Doe kids born Mar 1, at 90 days');
  await userEvent.click(screen.getByRole('button', { name: 'How these are worked out' }));
  screen.getByText(/Factors: Browning 2007, meat goats\. Base: buck, born and raised single/);
  list.getByText(
    /^7 \+ \(45 − 7\) ÷ 80 × 90 = 49.8 lbs × 1.11 doe × 1.18 born twin, raised twin × 1.09 dam of 2 years = 71 lbs$/,
  );
  expect(list.getByText(/^1 of 2 · /).textContent).toBe('1 of 2 · 106');
});

test('dams are shown with what their young became', async () => {
  open('/performance?show=dams', { '/api/animals': [doe, ...kids] });
  const list = within(await screen.findByRole('list', { name: 'Dams' }));
  const row = within(list.getAllByRole('listitem').find(({ textContent }) => textContent.includes('D-1'))!);
  expect(row.getByText('100%').textContent).toBe('Lived: 100%');
  expect(row.getByText('100').textContent).toBe('Growth: 100');
});

test('of sheep the screen says that no factors are set, and asks for them', async () => {
  open('/performance', { '/api/animals': [buildAnimal({ id: 'ewe', species: 'sheep' })] });
  await screen.findByText(/Factors: no factors set for sheep\. Base: all are 1\.0/);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toContain('Set the factors for sheep');
});

test("breeding values and figures speak against a female by the farm's own thresholds, which are typed there", async () => {
  const sent = open('/performance?show=cull', {
    '/api/animals': [doe, ...kids],
    '/api/auth/me': {
      breedingRules: { breedingValueLimits: { leastAccuracy: 60, traits: [{ trait: 'WWT', atLeast: 1, atMost: null }] } },
    },
    '/api/events': [
      {
        id: 'e1',
        animalId: 'doe',
        kind: 'breedingValues',
        day: '2026-03-01',
        createdAt: '2026-03-02T00:00:00Z',
        source: 'NSIP',
        values: [
          { trait: 'WWT', value: 0.8, accuracy: 71 },
          { trait: 'NLB', value: 0.3, accuracy: 50 },
        ],
      },
      {
        id: 'e2',
        animalId: 'doe',
        kind: 'breedingValues',
        day: '2025-09-01',
        createdAt: '2025-09-02T00:00:00Z',
        source: 'LAMBPLAN',
        values: [{ trait: 'WWT', value: 4, accuracy: 80 }],
      },
    ],
  });
  const list = within(await screen.findByRole('list', { name: 'Females' }));
  await list.findByText('WWT (NSIP) +0.8, below +1');
  // It comes lazily.
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Thresholds' })));
  const dialog = within(await screen.findByRole('dialog', { name: 'Thresholds' }));
  const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
  const born = within(dialog.getByRole('group', { name: 'NLB' }));
  expect(within(dialog.getByRole('group', { name: 'WWT' })).getByLabelText<HTMLInputElement>('At least').value).toBe('1');
  type(born.getByLabelText('At most'), '0,2');
  type(born.getByLabelText('At least'), '0.4');
  type(dialog.getByLabelText('FAMACHA: from'), '');
  type(dialog.getByLabelText('Young that lived: fewer than (%)'), '60');
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('Cannot be less than the lowest value');
  type(born.getByLabelText('At least'), '');
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    breedingRules: {
      cullLimits: { lived: 0.6, growth: 0.9, interval: 400, famacha: null, dewormed: 3, years: 9 },
      breedingValueLimits: {
        leastAccuracy: 60,
        traits: [
          { trait: 'NLB', atLeast: null, atMost: 0.2 },
          { trait: 'WWT', atLeast: 1, atMost: null },
        ],
      },
    },
  });
});

function season(young: readonly object[]) {
  const at = { createdAt: '2026-03-02T00:00:00Z', voidedAt: null };
  open('/performance?show=season', {
    '/api/animals': [doe, ...kids],
    '/api/events': young.length === 0 ? [] : [{ id: 'b', animalId: 'doe', kind: 'birth', day: '2026-03-01', young, ...at }],
  });
}

const openTable = (name: string) => {
  const card = screen.getByRole('region', { name });
  const details = card.querySelector('details')!;
  details.open = true;
  act(() => void fireEvent(details, new Event('toggle')));
  return within(card)
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td:not([aria-hidden])')].map(({ textContent }) => textContent).join(' | '));
};

/** The value of a figure, and how it comes about. */
const figure = (label: string) => {
  const [, ...rest] = screen.getByText(label, { selector: 'dt' }).parentElement?.children ?? [];
  return rest.map(({ textContent }) => textContent);
};

test('how many conceived, and young per exposed female, are not known while some may still give birth', async () => {
  const [bred, due] = [addDays(today(), -155), addDays(today(), -140)];
  const other = { ...doe, id: 'other', tagNumber: 'D-2' };
  const mating = { fatherId: 'buck', expectedDueDate: null, offspringIds: [], notes: null, outcome: 'pending', version: 'v' };
  open('/performance?show=season', {
    '/api/animals': [doe, other, { ...kids[0], birthDate: addDays(bred, 150) }],
    '/api/breeding-records': [
      { ...mating, id: 'm1', motherId: 'doe', breedingDate: bred, actualBirthDate: addDays(bred, 150), outcome: 'successful' },
      { ...mating, id: 'm2', motherId: 'other', breedingDate: due, actualBirthDate: null },
    ],
    '/api/events': [],
  });
  await screen.findByText('Conceived');
  expect(figure('Conceived')).toEqual([
    '–',
    '1 of 2 gave birth, lost their young or have a successful mating; 1 may still give birth',
  ]);
  expect(figure('Born alive')).toEqual(['–', '1 born alive so far; 1 may still give birth']);
});

test('a season shows what was born per week, the losses and the gain first, each with its numbers in a table', async () => {
  season([...kids.map(({ id }) => ({ id, state: 'alive' })), { id: null, state: 'stillborn' }]);
  const born = within(await screen.findByRole('list', { name: 'Born' }));
  expect(born.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Alive 2', 'Dead 1']);
  screen.getByRole('img', { name: /^Column chart of the young born in 1 week, 3 in all\./ });
  expect(openTable('Born per week')).toEqual(['Week | Alive | Dead', 'Feb 23 – Mar 1 | 2 | 1']);
  expect(openTable('Losses')).toEqual([
    'By cause | 2026',
    'Stillborn | 1',
    'By week of life | 2026',
    'At birth | 1',
    'Cause | At birth | All',
    'Stillborn | 1 | 1',
  ]);
  expect(openTable('Gain by group')).toEqual([
    'Group | Head | Least | Median | Most',
    'Doe kids born Mar 1, at 90 days | 2 | 0.41 | 0.44 | 0.48',
  ]);
});

test('young that were neither weighed at weaning nor called weaned are not counted as weaned beside the weights of others', async () => {
  open('/performance?show=season', {
    '/api/animals': [doe, kids[0], { ...kids[1], weaningWeightGrams: null }],
    '/api/events': [],
  });
  await screen.findByText('weaning weights of 1 young, divided by the same females');
  expect(figure('Weaned')[0]).toBe('–');
});

test('of a season in which nothing was weighed or lost the charts say so', async () => {
  open('/performance?show=season', {
    '/api/animals': [doe, { ...kids[0], weaningWeightGrams: null }],
    '/api/events': [],
  });
  await screen.findByText('None recorded.');
  await screen.findByText(/^No gain of young born in 2026 can be shown yet/);
  expect(screen.getByRole('list', { name: 'Born' }).textContent).toBe('Alive 1');
  expect(['Lost before weaning', 'Weaned', 'Sold'].map((label) => figure(label)[0])).toEqual(['–', '–', '–']);
  screen.getByText('Of 1 born, until weaning');
});
