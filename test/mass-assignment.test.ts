import { afterEach, expect, test } from 'vitest';
import { CurrentUser } from '#contract/accounts.ts';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { removeFarm } from '#server/admin/remove-farm.ts';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import { describeOnEachEngine, type TestServer, type Person } from '#test/engines.ts';
import { bodyFields, sampleInput, seedFarm, waysTo, type Way } from '#test/samples.ts';
import { readColumns, readAllRows, type Column } from '#test/database-rows.ts';

type Values = Record<string, unknown>;

const writes = Object.entries<Route>(api).filter(([, { method, file }]) => method !== 'GET' && !file);

const injectedValues = { boolean: true, integer: 424_242, text: 'enterprise' } as const;

describeOnEachEngine('mass assignment', (server) => {
  // Each test reads all rows several times.
  afterEach(async () => {
    const farms = await server().db.selectFrom('farms').select('id').execute();
    for (const { id } of farms) await removeFarm(server().db, vouchedFarmId(id));
  });

  test.each(writes)(
    '%s stores only the fields it declares, whatever columns are sent along, also by sync (ASVS 8.2.3, 15.3.3)',
    async (name, route) => {
      const columns = await readColumns(server());
      const extra = injectedFields(route, columns);
      expect(Object.keys(extra).length).toBeGreaterThan(50);
      const ways = waysTo(name, route);

      const harmless = await effectOf(server(), route, ways[0][1], {});
      if (route.access === 'admin') expect(harmless.status).toBeLessThan(400);
      const injected = new Set(Object.values(extra).map((value) => JSON.stringify(value)));
      for (const [way, send] of ways) {
        const attacked = await effectOf(server(), route, send, extra);
        expect(attacked.status).toBe(harmless.status);
        const arrived = columns.flatMap(({ table, name: column }) => {
          const timesIn = ({ rows }: Effect, value: string) =>
            (rows.get(table) ?? []).filter((row) => JSON.stringify(row[column]) === value).length;
          const more = [...injected].filter((value) => timesIn(attacked, value) > timesIn(harmless, value));
          return more.map((value) => `${way}: ${table}.${column} = ${value}`);
        });
        expect(arrived).toEqual([]);
      }
    },
  );
});

const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

interface Effect {
  readonly status: number;
  readonly rows: Map<string, Values[]>;
}

async function effectOf(server: TestServer, route: Route, send: Way, extra: Values): Promise<Effect> {
  // Payments count whole seconds, so the requests must not fall into the same second.
  server.clock.advance({ seconds: 1 });
  const isAdmin = route.access === 'admin';
  const farm = await seedFarm(await server.register({ plan: 'enterprise', isAdmin }), route);
  const known = isAdmin ? await adminRow(server, farm.person, route) : undefined;
  const others = new Set([...(await readAllRows(server))].flatMap(([, rows]) => rows.map((row) => JSON.stringify(row))));
  const { params, body } = sampleInput(
    route,
    farm,
    isAdmin ? bodyFields(route).filter((field) => !/price$|until$/i.test(field)) : [],
  );
  const input = {
    params: Object.fromEntries(Object.entries(params).map(([name, id]) => [name, known ?? id])),
    body: { ...extra, ...body, ...(body && 'code' in body && { code: crypto.randomUUID() }) },
  };
  const response = await send(farm.person, farm, input, extra);
  const after = await readAllRows(server);
  const own = await readAllRows(server, farm.person.farmId);
  const changed = [...after].map(([table, rows]): [string, Values[]] => {
    const mine = new Set(own.get(table)?.map((row) => JSON.stringify(row)));
    return [table, rows.filter((row) => mine.has(JSON.stringify(row)) || !others.has(JSON.stringify(row)))];
  });
  return { status: response.statusCode, rows: new Map(changed) };
}

async function adminRow(server: TestServer, admin: Person, { path }: Route): Promise<string> {
  if (path.endsWith('/visit')) {
    const owner = await server.register();
    await owner.call('allowSupport', { body: { hours: 1 } });
    return owner.userId;
  }
  if (path.startsWith('/admin/users')) return (await server.register()).userId;
  if (path.startsWith('/admin/pricing-plans')) return (await admin.call('listAdminPricingPlans'))[0]?.id ?? '';
  return (await admin.call('addCoupon', { body: { code: crypto.randomUUID(), discountPercent: 5 } })).id;
}

/** Every column of every table and every field of the signed-in person, in snake case and camel case, except the declared fields. */
function injectedFields(route: Route, columns: readonly Column[]): Values {
  const declared = new Set(bodyFields(route));
  const ofTables = columns.flatMap(({ name, kind }) => [name, camel(name)].map((field) => [field, injectedValues[kind]]));
  const all: Values = {
    ...Object.fromEntries(Object.keys(CurrentUser.shape).map((name) => [name, 'enterprise'])),
    ...Object.fromEntries(ofTables),
    role: 'admin',
    userId: 'demo-user',
    farmId: crypto.randomUUID(),
    by: { user: 'demo-user' },
    rights: ['own'],
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !declared.has(name)));
}
