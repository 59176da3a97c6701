import type { LightMyRequestResponse } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { farmRoles, rolesWith, scopes } from '#domain/accounts/members.ts';
import type { Client } from '#test/client.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { pathFor, asFieldValue, idFields, sampleInput, seedFarm, waysTo, type Input, type SeededFarm } from '#test/samples.ts';
import { readAllRows } from '#test/database-rows.ts';

const routes = Object.entries<Route>(api);
const byId = routes.filter(([, route]) => route.access === 'farm' && (route.params || idFields(route).length > 0));

describeOnEachEngine('access control', (server) => {
  let ours: SeededFarm;
  let theirs: SeededFarm;
  let administrator: SeededFarm;
  beforeAll(async () => {
    const seed = async (isAdmin = false) => seedFarm(await server().register({ plan: 'enterprise', isAdmin }));
    [ours, theirs, administrator] = [await seed(), await seed(), await seed(true)];
  });

  test.each(routes.filter(([, { access }]) => access !== 'public'))(
    '%s refuses a stranger before it reads anything (ASVS 8.3.1)',
    async (_, route) => {
      for (const body of [undefined, '{"broken', '{"tagNumber":7}']) {
        const response = await send(server().visitor(), route, { params: { id: 'not-an-id' }, body });
        expect([response.statusCode, codeOf(response)]).toEqual([401, 'session.required']);
      }
      const forged = server().visitor();
      forged.cookies.set('session', 'A'.repeat(43));
      expect((await send(forged, route, { params: { id: 'not-an-id' } })).statusCode).toBe(401);
    },
  );

  test('routes for administrators refuse everyone else, whatever their plan (ASVS 8.2.1)', async () => {
    for (const [name, route] of routes.filter(([, { access }]) => access === 'admin')) {
      const response = await send(ours.person, route, { params: { id: 'not-an-id' } });
      expect([name, response.statusCode, codeOf(response)]).toEqual([name, 403, 'role.forbidden']);
    }
  });

  test.each(byId)("%s neither shows nor touches what is another farm's (ASVS 8.2.2, 8.4.1)", async (name, route) => {
    const before = await readAllRows(server(), theirs.person.farmId);
    const foreignIds = [...before].flatMap(([table, [row]]) =>
      typeof row?.['id'] === 'string' && !['farms', 'users'].includes(table) ? [row['id']] : [],
    );
    expect(foreignIds.length).toBeGreaterThanOrEqual(20);
    // An id names a row of one kind: the same id may exist in another table.
    const resource = route.path.split('/')[1] ?? '';
    const ownTable = resource.includes('checkout') ? 'checkouts' : resource.replaceAll('-', '_');
    const idsOfKind = (before.get(ownTable) ?? []).map(({ id }) => String(id));
    const places = [...Object.keys(route.params?.shape ?? {}), ...idFields(route)];
    const outcomeOf = ({ statusCode, payload }: { statusCode: number; payload: string }) => {
      const { code, message, errors } = JSON.parse(payload) as { code?: string; message?: string; errors?: unknown };
      return { statusCode, code, message, errors };
    };
    // Administrators have no access to the records of a farm either.
    for (const asking of [ours, administrator]) {
      for (const place of places) {
        const input = sampleInput(route, asking, [place]);
        for (const [way, ask] of waysTo(name, route)) {
          const answerTo = (id: string) => ask(asking.person, asking, withId(route, input, place, id));
          // Answered otherwise than an id that nobody has, another farm's would be known to exist. Only a new record may find its id taken.
          const isOfNew = place === 'id' && !route.params;
          const ofMissing = isOfNew ? undefined : outcomeOf(await answerTo(uuidv7()));
          for (const id of place === 'id' ? idsOfKind : foreignIds) {
            const response = await answerTo(id);
            expect([400, 404, 409], `${way}, ${place} = ${id}: ${response.payload}`).toContain(response.statusCode);
            if (ofMissing) expect(outcomeOf(response), `${way}, ${place} = ${id}`).toEqual(ofMissing);
            expect(response.payload).not.toContain(theirs.person.farmId);
          }
        }
      }
    }
    expect(await readAllRows(server(), theirs.person.farmId)).toEqual(before);
  });
});

describeOnEachEngine('the roles of a farm', (server) => {
  type FarmRole = (typeof farmRoles)[number];
  type People = ReadonlyMap<FarmRole, Person>;
  let helpers: People;
  let shared: { readonly farm: SeededFarm; readonly people: People };
  const register = async (): Promise<People> => {
    const people = new Map<FarmRole, Person>();
    for (const role of farmRoles) if (role !== 'owner') people.set(role, await server().register());
    return people;
  };
  const join = async (farm: SeededFarm, people: People): Promise<typeof shared> => {
    for (const [role, helper] of people) await server().addMember(farm.person, helper, role);
    return { farm, people: new Map([...people, ['owner', farm.person] as const]) };
  };
  beforeAll(async () => {
    helpers = await register();
    shared = await join(await seedFarm(await server().register({ plan: 'enterprise' })), await register());
  });

  const ofFarms = routes.flatMap(([name, route]) => (route.access === 'farm' ? [[name, route] as const] : []));
  test.each(ofFarms)(
    '%s is for every role and API key with the right it needs, and for no other (ASVS 8.2.1)',
    async (name, route) => {
      const { farm, people } =
        route.method === 'GET'
          ? shared
          : await join(await seedFarm(await server().register({ plan: 'enterprise' }), route), helpers);
      const input = sampleInput(route, farm);
      const ways = waysTo(name, route);
      const [[, byRoute]] = ways;
      const allowed = rolesWith(route.needs);
      // A key may do what its scopes and its maker's role have in common.
      const keyOf = (role: FarmRole, granted: readonly string[]) =>
        server().program(farm.person, people.get(role) ?? farm.person, granted);
      const others = ['own', 'invite', ...scopes].filter((scope) => scope !== route.needs);
      const mayKeys = isForKeys(route) ? allowed : [];

      const revokeKeys = () => server().db.deleteFrom('api_keys').where('name', '=', 'Program').execute();

      await revokeKeys();
      const before = await readAllRows(server(), farm.person.farmId);
      for (const role of farmRoles) {
        if (!allowed.includes(role))
          for (const [way, ask] of ways)
            expectRefused(await ask(people.get(role) ?? farm.person, farm, input), `a session by ${way}`, role);
        if (!mayKeys.includes(role))
          expectRefused(await byRoute(await keyOf(role, [route.needs]), farm, input), 'a key with the scope', role);
        expectRefused(await byRoute(await keyOf(role, others), farm, input), 'a key with all other scopes', role);
      }
      for (const [way, ask] of ways) expectRefused(await ask(await keyOf('owner', others), farm, input), `a key by ${way}`);
      await revokeKeys();
      expect(await readAllRows(server(), farm.person.farmId)).toEqual(before);

      // Without it, what refuses another farm's ids could refuse the sample for another reason. Its only owner cannot leave a farm.
      if (byId.some(([one]) => one === name) && name !== 'leaveFarm') {
        const answer = await byRoute(farm.person, farm, sampleInput(route, farm, idFields(route)));
        expect(answer.statusCode, answer.payload).toBeLessThan(400);
      }
      for (const [way, ask] of ways) {
        for (const role of allowed) expectAllowed(await ask(people.get(role) ?? farm.person, farm, input), `${way}, ${role}`);
        for (const role of mayKeys)
          expectAllowed(await ask(await keyOf(role, [route.needs, 'see']), farm, input), `${way}, a key of ${role}`);
      }
    },
  );

  test('routes of people, and those of administrators, are refused to every API key', async () => {
    const { farm } = shared;
    await server().db.updateTable('users').set({ is_admin: true }).where('id', '=', farm.person.userId).execute();
    const program = await server().program(farm.person, farm.person, ['own', 'invite', ...scopes]);
    for (const [name, route] of routes.filter(([, { access }]) => access === 'user' || access === 'admin')) {
      const response = await send(program, route, { params: { id: 'not-an-id' } });
      expect([name, response.statusCode, codeOf(response)]).toEqual([name, 403, 'access.role']);
    }
  });

  test('every route of a farm is refused in the session of a membership that has ended (ASVS 7.4.2)', async () => {
    const { farm } = shared;
    const helper = await server().register();
    await server().addMember(farm.person, helper, 'owner');
    await server().changeMember(farm.person, helper, { ended_at: server().clock.now().toISOString() });
    const before = await readAllRows(server(), farm.person.farmId);
    for (const [name, route] of ofFarms) {
      const response = await send(helper, route, sampleInput(route, farm));
      expect([name, response.statusCode, codeOf(response)]).toEqual([name, 401, 'session.required']);
    }
    expect(await readAllRows(server(), farm.person.farmId)).toEqual(before);
  });
});

const isForKeys = ({ personal, needs }: Route): boolean => !personal && scopes.some((scope) => scope === needs);

function expectRefused({ statusCode, payload }: { statusCode: number; payload: string }, ...who: string[]): void {
  expect([...who, statusCode, (JSON.parse(payload) as { code: string }).code]).toEqual([...who, 403, 'access.role']);
}

function expectAllowed({ statusCode, payload }: { statusCode: number; payload: string }, who: string): void {
  expect([401, 403], `${who}: ${payload}`).not.toContain(statusCode);
  expect(statusCode, payload).toBeLessThan(500);
}

const codeOf = (response: LightMyRequestResponse): string => response.json<{ code: string }>().code;

function withId(route: Route, input: Input, place: string, id: string): Input {
  if (route.params && place in route.params.shape) return { ...input, params: { ...input.params, [place]: id } };
  return { ...input, body: { ...input.body, [place]: asFieldValue(route, place, id) } };
}

function send(
  client: Client,
  route: Route,
  { params, body }: { params: Readonly<Record<string, string>>; body?: Input['body'] | string },
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  return client.send({
    method: route.method,
    url: pathFor(route, params),
    headers: { ...(typeof body === 'string' && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { payload: body }),
  });
}
