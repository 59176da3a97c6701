import { ago, cleanup, fakeApi, screen, showPages, waitFor } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import type { FarmRole } from '#domain/accounts/members.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { buildChore } from '#test/build-chore.ts';
import { HerdToolbar } from '#web/animals/herd-toolbar.tsx';
import { SampleFarm } from '#web/dashboard/sample-farm.tsx';
import { Today } from '#web/dashboard/today.tsx';
import { PlacesPage } from '#web/farm-lists/places.page.tsx';
import { HealthPage } from '#web/health/health.page.tsx';
import { IssuedPapersPage } from '#web/papers/issued-papers.page.tsx';

const doe = buildAnimal({ id: 'doe', tagNumber: 'A-7', name: null });
const kid = buildAnimal({ id: 'kid', tagNumber: 'K-1', name: null, birthDate: ago(90), motherId: 'doe' });
const mating = {
  id: 'm',
  motherId: 'doe',
  fatherId: 'buck',
  breedingDate: ago(152),
  expectedDueDate: null,
  actualBirthDate: null,
};
const place = { note: null, areaSquareMetres: null, restDays: null, archivedAt: null };
const corners = [0, 9000].flatMap((x) => (x === 0 ? [0, 9000] : [9000, 0]).map((y) => ({ x, y })));
const places = Object.entries({ Barn: [], Hill: corners }).map(([name, outline]) => ({ id: name, name, outline, ...place }));
const worklist = {
  id: 'w',
  work: 'weigh',
  name: 'Autumn list',
  animalIds: ['doe'],
  shared: {},
  archivedAt: null,
  createdAt: `${ago(1)}T08:00:00.000Z`,
};
const reads = {
  '/api/worklists': [worklist],
  '/api/animals': [doe, kid],
  '/api/breeding-records': [{ ...mating, outcome: 'pending' }],
  '/api/chores': [buildChore({ day: ago(1), name: 'Mend the fence' })],
  '/api/places': places,
};
const pages = {
  '/': { component: Today },
  '/health': { component: HealthPage, validateSearch: () => ({}) },
  '/animals': {
    component: () => <HerdToolbar heads={1} found={[doe]} chosen={[]} isOutside={false} view="cards" onSelect={undefined} />,
  },
  '/sample': { component: () => ['Sample', <SampleFarm key="sample" isHere={false} />] },
  '/receipts': { component: IssuedPapersPage },
  '/places': { component: PlacesPage, validateSearch: (search: object) => search },
};
const writes = /^(?:Add|Change|Done|Draw|Edit|Given|More for|Move|Put|Record|Save|Start|Task|Try|Wean|Weigh|Work)/;

test.each<[FarmRole, address: string, ready: string | RegExp, refused: readonly string[]]>([
  [
    'viewer',
    '/',
    'Mend the fence',
    ['Record birth: A-7', 'Weaned: Wean · K-1', 'Weigh them', 'Done: Mend the fence', 'Put off', 'Autumn list'],
  ],
  ['vet', '/', 'Mend the fence', ['Record birth: A-7', 'Weaned: Wean · K-1', 'Weigh them', 'Autumn list']],
  ['viewer', '/health', /^No health records yet/, ['Save Health Record']],
  ['viewer', '/places', 'Barn', ['Add a place']],
  ['viewer', '/places?show=plan', 'Barn', ['Draw Barn']],
  ['viewer', '/animals', 'Showing 1 of 1', ['Work with this one']],
  ['worker', '/sample', 'Sample', ['Try it with a sample farm']],
  ['vet', '/receipts', 'Receipts', ['I have bought animals']],
])(
  'a %s is not offered at %s what the owner of the farm is offered and the role may not do',
  async (role, address, ready, refused) => {
    const names = () =>
      ['button', 'link']
        .flatMap((each) => screen.queryAllByRole(each))
        .map((each) => each.getAttribute('aria-label') ?? each.textContent);
    const refusedOf = () => refused.filter((each) => names().some((name) => name.startsWith(each)));
    const show = async (farmRole: FarmRole) => {
      cleanup();
      const user = { id: 'ada', farmId: 'oak', farmRole, planPicture: null };
      fakeApi({ '/api/auth/me': user, ...reads });
      showPages(pages, address, user);
      expect(await screen.findAllByText(ready)).not.toEqual([]);
    };
    await show('owner');
    await waitFor(() => expect(refusedOf()).toEqual(refused));
    await show(role);
    expect(refusedOf()).toEqual([]);
    if (role === 'viewer') expect(names().filter((name) => writes.test(name))).toEqual([]);
  },
);
