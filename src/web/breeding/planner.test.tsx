import { fakeApi, press, refusal, screen, showPages, within } from '#test/show-pages.tsx';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildAnimal, idOf } from '#test/build-animal.ts';
import { today } from '#web/lib/text/today.ts';
import { PlannerPage } from './planner.page.tsx';

const sheep = (n: number, tagNumber: string, rest: object = {}) =>
  buildAnimal({ species: 'sheep', birthDate: '2023-03-01', id: idOf(n), tagNumber, name: null, ...rest });
const ram = sheep(1, 'R-1', { sex: 'male' });
const other = sheep(2, 'R-2', { sex: 'male', fatherId: idOf(9) });
const ewe = sheep(3, '4-1', { motherId: idOf(9) });
const daughter = sheep(4, '4-2', { fatherId: ram.id });
const poor = sheep(5, '4-3', { healthStatus: '1' });
const newborn = sheep(6, '4-4', { birthDate: today() });
const ramLamb = sheep(7, 'R-3', { sex: 'male', birthDate: today() });

beforeEach(() => {
  // A virtual list renders what is in sight.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(360);
});

interface Stay {
  readonly maleIds: readonly string[];
}

async function open(answer: (stay: Stay) => unknown = (stay) => stay) {
  const sent = fakeApi({ '/api/animals': [ram, other, ewe, daughter, poor, newborn, ramLamb] }, (_, stay: Stay) => answer(stay));
  const pages = { '/breeding/planner': { component: PlannerPage }, '/breeding/rams': { component: () => <h1>Rams</h1> } };
  showPages(pages, '/breeding/planner');
  await press(/R-1/);
  await press(/R-2/);
  return () => sent.map(([, body]) => body as Stay);
}

test('each ewe is shown with the inbreeding of her young with each ram, in a figure and a word, and why', async () => {
  await open();
  expect(await screen.findByRole('button', { name: /^4-2 to\s+R-1\s+25 %\s+Too close$/ })).toBeDefined();
  expect(screen.getByRole('button', { name: /^4-1 to\s+R-1\s+–\s+Not known$/ })).toBeDefined();
  await press('Why 25 %: 4-2 and R-1');
  const dialog = within(await screen.findByRole('dialog', { name: '25 % · Too close' }));
  expect(dialog.getByText(/They share 1 ancestor/)).toBeDefined();
});

test('sharing out leaves ewes with a warning alone, and one save puts each ram in with his', async () => {
  const stays = await open();
  expect(await screen.findByText('Health Poor')).toBeDefined();
  await press('Suggest pairs');
  await press('Put in 2 ewes');
  await screen.findByRole('heading', { name: 'Rams' });
  expect(stays()).toMatchObject([
    { maleIds: [ram.id], femaleIds: [ewe.id], inDay: today(), records: [{ motherId: ewe.id }] },
    { maleIds: [other.id], femaleIds: [daughter.id], records: [{ motherId: daughter.id }] },
  ]);
});

test('the newborn are not offered, nor chosen with all', async () => {
  await open();
  expect(screen.queryByRole('button', { name: /R-3/ })).toBeNull();
  expect(screen.queryByText('4-4')).toBeNull();
  expect(screen.getByText('Left out: 1 under 6 months old')).toBeDefined();
  await press('Ewes', 'combobox');
  await press('Choose…', 'option');
  await press('Select all 3');
  expect(await screen.findByText('3 selected')).toBeDefined();
});

test('rams that were recorded are not recorded again when another one was refused', async () => {
  let isFull = true;
  const full = 'Your farm is full';
  const stays = await open((stay) => (isFull && stay.maleIds[0] === other.id ? refusal(403, 'farm.full', full) : stay));
  await press('Suggest pairs');
  await press('Put in 2 ewes');
  await screen.findByText(/Your farm is full/);
  isFull = false;
  await press('Put in 1 ewe');
  await screen.findByRole('heading', { name: 'Rams' });
  expect(stays().map(({ maleIds }) => maleIds[0])).toEqual([ram.id, other.id, other.id]);
});
