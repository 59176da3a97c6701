import { ago, cleanup, fakeApi, screen, showPages } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { buildChore } from '#test/build-chore.ts';
import { Today } from '#web/dashboard/today.tsx';
import { PlacesPage } from '#web/farm-lists/places.page.tsx';
import { HealthPage } from '#web/health/health.page.tsx';

const doe = buildAnimal({ id: 'doe', tagNumber: 'A-7', name: null });
const place = { note: null, areaSquareMetres: null, restDays: null, archivedAt: null };
const corners = [0, 9000].flatMap((x) => (x === 0 ? [0, 9000] : [9000, 0]).map((y) => ({ x, y })));
const places = Object.entries({ Barn: [], Hill: corners }).map(([name, outline]) => ({ id: name, name, outline, ...place }));
const reads = {
  '/api/animals': [doe],
  '/api/chores': [buildChore({ day: ago(1), name: 'Mend the fence' })],
  '/api/places': places,
};
const pages = {
  '/': { component: Today },
  '/health': { component: HealthPage, validateSearch: () => ({}) },
  '/places': { component: PlacesPage, validateSearch: (search: object) => search },
};
const writes = /^(?:Add|Change|Done|Draw|Edit|More for|Move|Put|Record|Save|Task)/;

test.each([
  ['/', 'Mend the fence'],
  ['/health', /^No health records yet/],
  ['/places', 'Barn'],
  ['/places?show=plan', 'Barn'],
])('the owner of a farm is offered to change something at %s, and whoever may only look is not', async (address, ready) => {
  const offered = [];
  for (const farmRole of ['owner', 'viewer']) {
    cleanup();
    const user = { id: 'ada', farmId: 'oak', farmRole, planPicture: null };
    fakeApi({ '/api/auth/me': user, ...reads });
    showPages(pages, address, user);
    expect(await screen.findAllByText(ready)).not.toEqual([]);
    const names = ['button', 'link'].flatMap((role) => screen.queryAllByRole(role, { name: writes }));
    offered.push(names.map(({ ariaLabel, textContent }) => ariaLabel ?? textContent));
  }
  expect(offered).toEqual([expect.arrayContaining([expect.stringMatching(writes)]), []]);
});
