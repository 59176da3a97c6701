import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showPages } from '#test/show-pages.tsx';
import { buildAnimal, idOf } from '#test/build-animal.ts';
import { today } from '#web/lib/text/today.ts';
import { PlannerPage } from './planner.page.tsx';

const sheep = { species: 'sheep', name: null, birthDate: '2023-03-01' } as const;
const ram = buildAnimal({ ...sheep, id: idOf(1), tagNumber: 'R-1', sex: 'male' });
const other = buildAnimal({ ...sheep, id: idOf(2), tagNumber: 'R-2', sex: 'male', fatherId: idOf(9) });
const ewe = buildAnimal({ ...sheep, id: idOf(3), tagNumber: '4-1', motherId: idOf(9) });
const daughter = buildAnimal({ ...sheep, id: idOf(4), tagNumber: '4-2', fatherId: ram.id });
const lamb = buildAnimal({ ...sheep, id: idOf(5), tagNumber: '4-3', birthDate: today() });

const sent: unknown[] = [];
let refused: string | undefined;

beforeEach(() => {
  // A virtual list renders what is in sight.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(360);
});

afterEach(() => {
  sent.length = 0;
  refused = undefined;
});

async function open() {
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    const [path = ''] = url.split('?');
    if (typeof body !== 'string') return Response.json(path === '/api/animals' ? [ram, other, ewe, daughter, lamb] : []);
    const content = JSON.parse(body) as { maleIds: string[] };
    sent.push(content);
    if (refused !== undefined && content.maleIds[0] === refused)
      return Response.json({ code: 'farm.full', message: 'Your farm is full', status: 403 }, { status: 403 });
    return Response.json({ ...content, archivedAt: null, version: 1, createdAt: '2026-01-01T00:00:00.000Z' }, { status: 201 });
  });
  const pages = { '/breeding/planner': { component: PlannerPage }, '/breeding/rams': { component: () => <h1>Rams</h1> } };
  showPages(pages, '/breeding/planner');
  await press(/R-1/);
  await press(/R-2/);
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

test('each ewe is shown with the inbreeding of her young with each ram, in a figure and a word, and why', async () => {
  await open();
  expect(await screen.findByRole('button', { name: /^4-2 to\s+R-1\s+25 %\s+Too close$/ })).toBeDefined();
  expect(screen.getByRole('button', { name: /^4-1 to\s+R-1\s+–\s+Not known$/ })).toBeDefined();
  await press('Why 25 %: 4-2 and R-1');
  const dialog = within(await screen.findByRole('dialog', { name: '25 % · Too close' }));
  expect(dialog.getByText(/They share 1 ancestor/)).toBeDefined();
});

test('one of many ewes is found by the end of her tag, and the plan stays as it was', async () => {
  await open();
  await press('Suggest pairs');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Find a ewe' }), '2');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^4-1 to/ })).toBeNull());
  expect(screen.getAllByRole('button', { name: /^4-2 to/ })).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Put in 2 ewes' })).toBeDefined();
});

test('sharing out leaves ewes with a warning alone, and one save puts each ram in with his', async () => {
  await open();
  expect(await screen.findByText('Under 6 months')).toBeDefined();
  await press('Suggest pairs');
  await press('Put in 2 ewes');
  await screen.findByRole('heading', { name: 'Rams' });
  expect(sent).toMatchObject([
    { maleIds: [ram.id], femaleIds: [ewe.id], inDay: today(), records: [{ motherId: ewe.id }] },
    { maleIds: [other.id], femaleIds: [daughter.id], records: [{ motherId: daughter.id }] },
  ]);
});

test('rams that were recorded are not recorded again when another one was refused', async () => {
  refused = other.id;
  await open();
  await press('Suggest pairs');
  await press('Put in 2 ewes');
  await screen.findByText(/Your farm is full/);
  refused = undefined;
  await press('Put in 1 ewe');
  await screen.findByRole('heading', { name: 'Rams' });
  expect(sent.map((content) => (content as { maleIds: string[] }).maleIds[0])).toEqual([ram.id, other.id, other.id]);
});
