import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { showPages } from '#test/show-pages.tsx';
import { recordedEvent } from '#test/any-event.ts';
import { buildAnimal, idOf } from '#test/build-animal.ts';
import { addDays } from '#domain/values/dates.ts';
import { today } from '#web/lib/text/today.ts';
import { ExposurePage } from './exposure.page.tsx';
import { PutInPage } from './put-in.page.tsx';
import { RamsPage } from './rams.page.tsx';

const sheep = { species: 'sheep', birthDate: '2023-03-01' } as const;
const ram = buildAnimal({ ...sheep, id: idOf(1), tagNumber: 'R-1', name: null, sex: 'male' });
const other = buildAnimal({ ...sheep, id: idOf(2), tagNumber: 'R-2', name: null, sex: 'male' });
const wether = buildAnimal({ ...sheep, id: idOf(3), tagNumber: 'W-1', name: null, sex: 'male', castratedOn: '2024-01-01' });
const ewe = buildAnimal({ ...sheep, id: idOf(4), tagNumber: '4-1', name: null });
const daughter = buildAnimal({ ...sheep, id: idOf(5), tagNumber: '4-2', name: null, fatherId: ram.id });
const young = buildAnimal({ ...sheep, id: idOf(6), tagNumber: '4-3', name: null, birthDate: addDays(today(), -190) });

const exposure = {
  id: idOf(9),
  name: 'Main flock',
  maleIds: [ram.id],
  femaleIds: [ewe.id, daughter.id],
  groupId: null,
  inDay: addDays(today(), -20),
  outDay: null,
  archivedAt: null,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
};

const sent: unknown[] = [];

afterEach(() => {
  sent.length = 0;
});

async function open(address: string, { exposures = [] as object[], events = [] as object[] } = {}) {
  const inGroup = [ewe, daughter, young, ram].map(({ id: animalId }) => ({
    animalId,
    placeId: null,
    groupIds: ['group'],
    withdrawals: [],
    weanedOn: null,
    left: null,
    due: [],
  }));
  const lists: Readonly<Record<string, unknown>> = {
    '/api/animals': [ram, other, wether, ewe, daughter, young],
    '/api/animal-states': inGroup,
    '/api/groups': [{ id: 'group', name: 'Main flock', rule: {}, archivedAt: null }],
    '/api/exposures': exposures,
    '/api/events': events,
  };
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    const [path = ''] = url.split('?');
    if (typeof body === 'string') {
      sent.push(JSON.parse(body));
      return Response.json(path === '/api/events' ? { events: [recordedEvent({ kind: 'heat' })] } : exposure, { status: 201 });
    }
    return Response.json(lists[path] ?? []);
  });
  const pages = {
    '/breeding/rams': { component: RamsPage },
    '/breeding/rams/new': { component: PutInPage },
    '/breeding/rams/$id': { component: ExposurePage },
  };
  showPages(pages, address);
  await screen.findByRole('heading', { level: 1 });
}

const press = async (role: string, name: string | RegExp) => userEvent.click(await screen.findByRole(role, { name }));

test('of several rams it is said before saving that the sire will not be known, and no records are asked for', async () => {
  await open('/breeding/rams/new');
  await press('button', /R-1/);
  await press('button', /R-2/);
  await press('radio', /All ewes/);
  expect(await screen.findByText(/the sire is not known/)).toBeDefined();
  await press('button', 'In with 3 ewes');
  await screen.findByRole('link', { name: 'Put a ram with ewes' });
  expect(sent).toMatchObject([{ maleIds: [ram.id, other.id], groupId: null, records: [] }]);
});

test('the button says what is missing, and ewes that are with another ram are named', async () => {
  await open('/breeding/rams/new', { exposures: [exposure] });
  await screen.findByRole('button', { name: 'Which ram?' });
  await press('button', /R-2/);
  await screen.findByRole('button', { name: 'Which ewes?' });
  await press('radio', /Main flock/);
  expect(await screen.findByText(/4-1 and 1 more are already with a male on these days/)).toBeDefined();
});

test('a mark is one touch, with its colour and ram; a second one in the next cycle is a return', async () => {
  const mark = (day: number, rest: object = {}) =>
    recordedEvent({ kind: 'heat', animalId: ewe.id, day: addDays(today(), -day), colour: 'Red', sireId: ram.id, ...rest });
  await open(`/breeding/rams/${exposure.id}`, { exposures: [exposure], events: [mark(1), mark(18)] });
  expect(await screen.findByText('1 of 2, 1 returned')).toBeDefined();
  expect(screen.getByText(/^Returned · Red/)).toBeDefined();
  await press('button', 'Mark 4-2');
  await waitFor(() =>
    expect(sent).toMatchObject([
      { events: [{ kind: 'heat', animalId: daughter.id, day: today(), colour: 'Red', sireId: ram.id }] },
    ]),
  );
});

test('the ram is taken out on a day that is today unless it is changed, and the focus goes to Change', async () => {
  await open(`/breeding/rams/${exposure.id}`, { exposures: [exposure] });
  await press('button', 'Take ram out');
  await waitFor(() => expect(sent).toEqual([{ outDay: today(), version: 1 }]));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change' })));
});

test('the marks of a ram that is out begin on his last day, and a day without a ewe says so', async () => {
  const outDay = addDays(today(), -3);
  await open(`/breeding/rams/${exposure.id}`, { exposures: [{ ...exposure, outDay }] });
  expect(await screen.findByRole('button', { name: 'Mark 4-1' })).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Day').value).toBe(outDay);
  cleanup();
  await open(`/breeding/rams/${exposure.id}`, { exposures: [{ ...exposure, femaleIds: [] }] });
  expect(await screen.findByText('No ewe was in with him on this day.')).toBeDefined();
});
