import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { type FarmRole, farmRoles, mayRecord, type Right, rightsOf } from '#domain/accounts/members.ts';
import { workNames, works } from '#domain/records/works.ts';
import { SidebarProvider } from '#web/components/page/sidebar.tsx';
import { createQueryClient } from '#web/lib/server/query.ts';
import { currentUserQuery } from '#web/lib/session/session.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { cleanup, fakeApi, render, screen, showPart, waitFor } from '#test/show-pages.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { createAppRouter } from './router.ts';
import { screensOf } from './screen.ts';

const reads = { '/api/animals': [buildAnimal({ id: 'doe', sex: 'female' }), buildAnimal({ id: 'buck', sex: 'male' })] };

/** Opens an address as somebody in this role. */
async function open(address: string, farmRole: FarmRole) {
  fakeApi({ '/api/auth/me': { id: 'ada' }, ...reads });
  const client = createQueryClient(() => {});
  const plan = { role: 'enterprise', subscriptionPlan: 'enterprise', planPicture: null, animalLimit: 25 };
  client.setQueryData(currentUserQuery.queryKey, { id: 'ada', farmId: 'oak', farmRole, ...plan } as never);
  const router = createAppRouter(client, createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  return { router, client };
}

const screens = screensOf(createAppRouter(new QueryClient(), createMemoryHistory())).filter(({ access }) => access === 'plan');
const addressOf = (path: string) => path.replace('$id', 'doe').replace('$topic', 'farm');
const has =
  (right: Right) =>
  (role: FarmRole): boolean =>
    rightsOf(role).has(right);

/** The screens that are of no use without a right, by their addresses. */
const needed: Readonly<Record<string, (role: FarmRole) => boolean>> = {
  '/animals/import': has(api.applyImport.needs),
  '/births/new': (role) => mayRecord(role, 'birth'),
  '/births/new/': (role) => mayRecord(role, 'birth'),
  '/breeding/rams/new': has(api.addExposure.needs),
  '/receipts': has(api.listPapers.needs),
  '/settings/marketplace': has(api.changeStorefront.needs),
  '/settings/programs': has(api.addHook.needs),
  '/receipts/doe': has(api.readPaper.needs),
  '/work/new': has(api.addWorklist.needs),
  ...Object.fromEntries(workNames.map((work) => [`/work/new?do=${work}`, (role) => mayRecord(role, works[work].event)])),
};

test.each(farmRoles)('what a %s may not do has no screen at its address, which leads to the one above it', async (role) => {
  const wrong: string[] = [];
  for (const address of new Set([...screens.map(({ path }) => addressOf(path)), ...Object.keys(needed)])) {
    const { router } = await open(address, role);
    const [asked = ''] = address.replace('/recent', '/history').split('?');
    const isThere = router.latestLocation.pathname === asked;
    if (isThere !== (needed[address]?.(role) ?? true)) wrong.push(`${address} is ${router.latestLocation.href}`);
  }
  expect(wrong).toEqual([]);
});

/** What concerns the person alone. */
const own = ['/profile', '/settings'];

test('a viewer finds a form on no screen of the farm', async () => {
  const withForm: string[] = [];
  for (const { path: address } of screens) {
    if (address.includes('$') || own.includes(address)) continue;
    const { router, client } = await open(address, 'viewer');
    render(
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    await waitFor(() => expect([address, screen.getByRole('main').textContent]).not.toContain(''));
    if (screen.getByRole('main').querySelector('form')) withForm.push(address);
    cleanup();
  }
  expect(withForm).toEqual([]);
});

test.each([
  ['viewer', 4],
  ['vet', 5],
] as const)('the bar of a phone has Record for those who may record something: %s', async (farmRole, buttons) => {
  const listeners = { addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('width <'), ...listeners }));
  const Bar = () => (
    <SidebarProvider>
      <BottomBar />
    </SidebarProvider>
  );
  showPart(Bar, { farmRole });
  const shortcuts = await screen.findByRole('navigation', { name: 'Shortcuts' });
  expect(shortcuts.children).toHaveLength(buttons);
  expect(screen.queryByRole('button', { name: 'Record' }) !== null).toBe(buttons === 5);
});
