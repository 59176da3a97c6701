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
