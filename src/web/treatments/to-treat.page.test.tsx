import { ago, fakeApi, press, screen, showPages, userEvent, waitFor, within } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { ToTreatPage } from './to-treat.page.tsx';

const tagsOf = (length: number) => Array.from({ length }, (_, index) => `E-${index + 1}`);
const noLimits = { treatToBodyCondition: null, treatFromDag: null, treatFromJaw: null };
const limits = { treatFromFamacha: 4, treatFromEggCount: 500, ...noLimits };
const drench = { id: 'drench', name: 'Drench', kind: 'dewormer', archivedAt: null, stock: [], ...limits };
const noScores = { eggCount: null, bodyCondition: null, dag: null, jaw: null };
const scored = (animalId: string, famacha: number | null, rest: object = {}) => {
  return { kind: 'scores', animalId, day: ago(2), isPooled: false, famacha, ...noScores, ...rest };
};
const treated = (animalId: string, days: number) => {
  return { kind: 'treatment', animalId, day: ago(days), productId: 'drench', productName: 'Drench' };
};

function open({ heads = 3, events = [] as object[] } = {}) {
  fakeApi({
    '/api/animals': tagsOf(heads).map((tagNumber) => buildAnimal({ id: tagNumber, tagNumber, species: 'sheep', name: null })),
    '/api/products': [drench],
    '/api/events': events,
  });
  const { router } = showPages({ '/worms': { component: ToTreatPage }, '/work/new': { component: () => null } }, '/worms');
  /** What is begun, and with whom. */
  return async (work: string, state: object) => {
    await waitFor(() => expect(router.state.location.href).toBe(`/work/new?do=${work}`));
    expect(router.state.location.state).toMatchObject(state);
  };
}

const list = async (name: string) => within(await screen.findByRole('region', { name }));

test('who reaches what the farm has entered is chosen with the reason in words and handed over to be treated in one act', async () => {
  const scores = [4, 3, 5].map((famacha, index) => scored(`E-${index + 1}`, famacha));
  const expectBegun = open({ events: [...scores, ...[5, 60, 90].map((days) => treated('E-2', days))] });
  const reach = await list('To treat');
  reach.getByText(/^FAMACHA 4 on /);
  expect(reach.queryByText('E-2')).toBeNull();
  (await list('Treated again and again')).getByText(/^treated 3 times in 12 months/);
  await userEvent.click(reach.getByRole('checkbox', { name: 'Treat E-3' }));
  await press('Treat 1 ewe');
  await expectBegun('treat', { animalIds: ['E-1'], productId: 'drench' });
});

test('without scores nobody is proposed, and who was not scored can be', async () => {
  const expectBegun = open();
  (await list('To treat')).getByText('No animal reaches the scores you entered.');
  await press('Score FAMACHA');
  await expectBegun('famacha', { animalIds: tagsOf(3) });
});

test('animals that were counted before they were treated are handed over to be counted again', async () => {
  const counted = tagsOf(10).flatMap((id) => [scored(id, null, { eggCount: 900, day: ago(12) }), treated(id, 11)]);
  const expectBegun = open({ heads: 10, events: counted });
  const section = await list('Does the dewormer still work?');
  await section.findByText(/^Count the eggs of 10 animals again from /);
  await userEvent.click(section.getByRole('link', { name: 'Count worm eggs' }));
  await expectBegun('eggCount', { animalIds: tagsOf(10) });
});
