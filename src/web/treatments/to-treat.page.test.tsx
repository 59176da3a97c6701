import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { showPages } from '#test/show-pages.tsx';
import { buildAnimal } from '#test/build-animal.ts';
import { addDays } from '#domain/values/dates.ts';
import { today } from '#web/lib/text/today.ts';
import { ToTreatPage } from './to-treat.page.tsx';

const on = (days: number) => addDays(today(), -days);
const ewes = ['E-1', 'E-2', 'E-3'].map((tagNumber) => buildAnimal({ id: tagNumber, tagNumber, species: 'sheep', name: null }));
const drench = {
  id: 'drench',
  name: 'Drench',
  kind: 'dewormer',
  archivedAt: null,
  treatFromFamacha: 4,
  treatFromEggCount: 500,
  treatToBodyCondition: null,
  treatFromDag: null,
  treatFromJaw: null,
  stock: [],
};
const scored = (animalId: string, famacha: number) => ({
  kind: 'scores',
  animalId,
  day: on(2),
  isPooled: false,
  famacha,
  eggCount: null,
  bodyCondition: null,
  dag: null,
  jaw: null,
});
const treated = (animalId: string, days: number) => ({
  kind: 'treatment',
  animalId,
  day: on(days),
  productId: 'drench',
  productName: 'Drench',
});

function open(answers: Readonly<Record<string, readonly object[]>>) {
  vi.stubGlobal('fetch', async (url: string) => {
    const [path = '', query = ''] = url.split('?');
    return Response.json(answers[`${path}?${query.split('&')[0]}`] ?? answers[path] ?? []);
  });
  const pages = { '/worms': { component: ToTreatPage }, '/work/new': { component: () => null } };
  return showPages(pages, '/worms').router;
}

const list = async (name: string) => within(await screen.findByRole('region', { name }));

test('who reaches what the farm has entered is chosen with the reason in words and handed over to be treated in one act', async () => {
  const router = open({
    '/api/animals': ewes,
    '/api/products': [drench],
    '/api/events?kind=scores': [scored('E-1', 4), scored('E-2', 3), scored('E-3', 5)],
    '/api/events?kind=treatment': [5, 60, 90].map((days) => treated('E-2', days)),
  });
  const reach = await list('To treat');
  reach.getByText(/^FAMACHA 4 on /);
  expect(reach.queryByText('E-2')).toBeNull();
  const again = await list('Treated again and again');
  again.getByText(/^treated 3 times in 12 months/);
  await userEvent.click(reach.getByRole('checkbox', { name: 'Treat E-3' }));
  await userEvent.click(screen.getByRole('button', { name: 'Treat 1 ewe' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/work/new'));
  expect(router.state.location.search).toEqual({ do: 'treat' });
  expect(router.state.location.state).toMatchObject({ animalIds: ['E-1'], productId: 'drench' });
});

test('without scores nobody is proposed, and who was not scored can be', async () => {
  const router = open({ '/api/animals': ewes, '/api/products': [drench] });
  const reach = await list('To treat');
  reach.getByText('No animal reaches the scores you entered.');
  await userEvent.click(screen.getByRole('button', { name: 'Score FAMACHA' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ do: 'famacha' }));
  expect(router.state.location.state).toMatchObject({ animalIds: ['E-1', 'E-2', 'E-3'] });
});

test('a farm without a dewormer that says who gets it is led to the cupboard', async () => {
  open({ '/api/animals': ewes, '/api/products': [{ ...drench, treatFromFamacha: null, treatFromEggCount: null }] });
  const link = await screen.findByRole('link', { name: 'Open the cupboard' });
  expect(link.getAttribute('href')).toBe('/products');
});

test('animals that were counted before they were treated are handed over to be counted again', async () => {
  const tested = Array.from({ length: 10 }, (_, index) => `E-${index}`);
  const counted = (animalId: string) => ({ ...scored(animalId, 1), famacha: null, eggCount: 900, day: on(12) });
  const router = open({
    '/api/animals': tested.map((tagNumber) => buildAnimal({ id: tagNumber, tagNumber, species: 'sheep', name: null })),
    '/api/products': [drench],
    '/api/events?kind=scores': tested.map(counted),
    '/api/events?kind=treatment': tested.map((animalId) => treated(animalId, 11)),
  });
  const section = await list('Does the dewormer still work?');
  await section.findByText(/^Count the eggs of 10 animals again from /);
  await userEvent.click(section.getByRole('link', { name: 'Count worm eggs' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ do: 'eggCount' }));
  expect(router.state.location.state).toMatchObject({ animalIds: tested });
});
