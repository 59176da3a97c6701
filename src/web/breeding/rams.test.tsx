import { ago, fakeApi, press, screen, showPages, waitFor } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import { recordedEvent } from '#test/any-event.ts';
import { buildAnimal, idOf } from '#test/build-animal.ts';
import { today } from '#web/lib/text/today.ts';
import { ExposurePage } from './exposure.page.tsx';
import { PutInPage } from './put-in.page.tsx';
import { RamsPage } from './rams.page.tsx';

const sheep = (n: number, tagNumber: string, rest: object = {}) =>
  buildAnimal({ species: 'sheep', birthDate: '2023-03-01', id: idOf(n), tagNumber, name: null, ...rest });
const ram = sheep(1, 'R-1', { sex: 'male' });
const other = sheep(2, 'R-2', { sex: 'male' });
const wether = sheep(3, 'W-1', { sex: 'male', castratedOn: '2024-01-01' });
const ewe = sheep(4, '4-1');
const daughter = sheep(5, '4-2', { fatherId: ram.id });
const young = sheep(6, '4-3', { birthDate: ago(190) });

const stored = { archivedAt: null, version: 1, createdAt: '2026-01-01T00:00:00.000Z' };
const animalIds = { maleIds: [ram.id], femaleIds: [ewe.id, daughter.id], groupId: null };
const exposure = { id: idOf(9), name: 'Main flock', ...animalIds, inDay: ago(20), outDay: null, ...stored };

async function open(address: string, { exposures = [] as object[], events = [] as object[] } = {}) {
  const state = { placeId: null, groupIds: ['group'], withdrawals: [], weanedOn: null, left: null, due: [] };
  const reads = {
    '/api/animals': [ram, other, wether, ewe, daughter, young],
    '/api/animal-states': [ewe, daughter, young, ram].map(({ id: animalId }) => ({ animalId, ...state })),
    '/api/groups': [{ id: 'group', name: 'Main flock', rule: {}, archivedAt: null }],
    '/api/exposures': exposures,
    '/api/events': events,
  };
  const heat = { events: [recordedEvent({ kind: 'heat' })] };
  const sent = fakeApi(reads, (request) => Response.json(request === 'POST /api/events' ? heat : exposure, { status: 201 }));
  const pages = {
    '/breeding/rams': { component: RamsPage },
    '/breeding/rams/new': { component: PutInPage },
    '/breeding/rams/$id': { component: ExposurePage },
  };
  showPages(pages, address);
  await screen.findByRole('heading', { level: 1 });
  return () => sent.map(([, body]) => body);
}

test('of several rams it is said before saving that the sire will not be known, and no records are asked for', async () => {
  const bodies = await open('/breeding/rams/new');
  await screen.findByRole('button', { name: 'Which ram?' });
  await press(/R-1/);
  await press(/R-2/);
  await screen.findByRole('button', { name: 'Which ewes?' });
  await press(/All ewes/, 'radio');
  expect(await screen.findByText(/the sire is not known/)).toBeDefined();
  await press('In with 3 ewes');
  await screen.findByRole('link', { name: 'Put a ram with ewes' });
  expect(bodies()).toMatchObject([{ maleIds: [ram.id, other.id], groupId: null, records: [] }]);
});

test('a mark is one touch, with its colour and ram; a second one in the next cycle is a return', async () => {
  const mark = { kind: 'heat', colour: 'Red', sireId: ram.id } as const;
  const events = [1, 18].map((days) => recordedEvent({ ...mark, animalId: ewe.id, day: ago(days) }));
  const bodies = await open(`/breeding/rams/${exposure.id}`, { exposures: [exposure], events });
  expect(await screen.findByText('1 of 2, 1 returned')).toBeDefined();
  expect(screen.getByText(/^Returned · Red/)).toBeDefined();
  await press('Mark 4-2');
  await waitFor(() => expect(bodies()).toMatchObject([{ events: [{ ...mark, animalId: daughter.id, day: today() }] }]));
});

test('ewes that are with another ram are named', async () => {
  await open('/breeding/rams/new', { exposures: [exposure] });
  await press(/R-2/);
  await press(/Main flock/, 'radio');
  expect(await screen.findByText(/4-1 and 1 more are already with a male on these days/)).toBeDefined();
});
