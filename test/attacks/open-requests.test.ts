import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { api, type Api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { hourMs, timeAfter } from '#server/time-after.ts';
import type { Client } from '#test/client.ts';
import { readAllRows } from '#test/database-rows.ts';
import { describeOnEachEngine, type Person, type TestServer } from '#test/engines.ts';
import { pathFor, sampleInput, seedFarm, type SeededFarm } from '#test/samples.ts';

/** The writing routes of a farm, except those that take a file. */
const writes = Object.entries<Route>(api).flatMap(([name, { access, method, file }]) =>
  access === 'farm' && method !== 'GET' && !file ? [name as keyof Api] : [],
);

/** What is answered though the access has ended, because it writes nothing to the farm. */
const unlocked = {
  switchPerson: 'opens a session by the PIN of a person',
  cancelSubscription: 'the sample has no subscription',
  resumeSubscription: 'the sample has no subscription',
  openBillingPortal: 'the sample has no subscription',
  tryMatings: 'only computes',
};

/** Resolves when the request has been let in. Its body ends when the result is called, which resolves with the answer. */
async function open(
  client: Client,
  name: keyof Api,
  farm: SeededFarm,
  more: object = {},
): Promise<() => Promise<{ status: number; code: string }>> {
  const route: Route = api[name];
  const { params, body } = sampleInput(route, farm);
  const text = JSON.stringify({ ...body, ...more });
  const { promise: isLetIn, resolve: read } = Promise.withResolvers<void>();
  const payload = new Readable({ read: () => read() });
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) };
  const answer = client.send({ method: route.method, url: pathFor(route, params), headers, payload });
  await Promise.race([isLetIn, answer]);
  return async () => {
    payload.push(text);
    payload.push(null);
    const response = await answer;
    return { status: response.statusCode, code: response.json<{ code: string }>().code };
  };
}

describeOnEachEngine('a request that was let in before the access ended', (server) => {
  test('writes nothing of the farm after its person has signed out', async () => {
    const [owner, seller] = [await server().register({ plan: 'enterprise' }), await server().register({ plan: 'enterprise' })];
    const farm = await seedFarm(owner);
    const { ids } = await seedFarm(seller, api.makeTransfer);
    const { code } = await seller.call('makeTransfer', { body: { paperId: ids['papers'] ?? '' } });
    const rows = async () => [...(await readAllRows(server(), owner.farmId))].filter(([table]) => table !== 'sessions');
    const others: (keyof Api)[] = [];
    for (const name of writes) {
      const finish = await open(owner, name, farm, name === 'acceptTransfer' ? { code } : {});
      await owner.call('logout');
      const before = await rows();
      if ((await finish()).status !== 401) others.push(name);
      expect(await rows(), name).toEqual(before);
      await server().openSession(owner, owner.farmId);
    }
    expect(others).toEqual(Object.keys(unlocked));
  });

  test('leaves no key if the password is changed while keys are made', async () => {
    const owner = await server().register({ plan: 'enterprise' });
    const thief = server().visitor();
    thief.cookies.set('session', owner.cookies.get('session') ?? '');
    const make = async (): Promise<number> => {
      const payload = { name: crypto.randomUUID(), scopes: ['see'] };
      return (await thief.send({ method: 'POST', url: '/api/api-keys', payload })).statusCode;
    };
    const { passwords } = server().app.deps;
    const unspied = { ...passwords };
    let made: Promise<number[]> | undefined;
    // Between the check of the current password and the change. All keys are fewer than may be made in an hour.
    const hashing = vi.spyOn(passwords, 'hash').mockImplementationOnce(async (password) => {
      expect(await make()).toBe(201);
      made = Promise.all(Array.from({ length: 20 }, make));
      return unspied.hash(password);
    });
    await owner.call('changePassword', { body: { currentPassword: owner.password, newPassword: 'battery staple' } });
    hashing.mockRestore();
    for (const status of (await made) ?? expect.fail()) expect([201, 401]).toContain(status);
    expect(await make()).toBe(401);
    const keys = await server().db.selectFrom('api_keys').select('revoked_at').where('farm_id', '=', owner.farmId).execute();
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter(({ revoked_at }) => revoked_at === null)).toEqual([]);
  });

  interface Access {
    readonly owner: Person;
    readonly worker: Person;
    readonly program: Awaited<ReturnType<TestServer['program']>>;
  }
  const passwords = ({ password }: Person) => ({ currentPassword: password, newPassword: 'battery staple' });
  const endings = {
    'a changed password': ({ owner }) => owner.call('changePassword', { body: passwords(owner) }),
    'a month without use': async () => server().clock.advance({ days: 31 }),
    'its last day': async () => server().clock.advance({ hours: 2 }),
    'signing out': ({ owner }) => owner.call('logout'),
    'the removal of the member': ({ owner, worker: { userId } }) => owner.call('removeMember', { params: { userId } }),
    'another role': ({ owner, worker: { userId } }) => owner.call('changeMember', { params: { userId }, body: { role: 'vet' } }),
    'a revoked key': ({ owner, program }) => owner.call('revokeApiKey', { params: { id: program.keyId } }),
  } satisfies Record<string, (access: Access) => Promise<unknown>>;

  test.each([
    ['owner', 'addAnimal', 'a changed password', 401, 'session.required'],
    ['owner', 'addApiKey', 'a changed password', 401, 'session.required'],
    ['owner', 'sync', 'a changed password', 401, 'session.required'],
    ['owner', 'addAnimal', 'a month without use', 401, 'session.required'],
    ['owner', 'addCoupon', 'signing out', 401, 'session.required'],
    ['worker', 'addHealthRecord', 'the removal of the member', 401, 'session.required'],
    // It is sent again, and then judged by the new role.
    ['worker', 'addAnimal', 'another role', 503, 'server.busy'],
    ['worker', 'addAnimal', 'its last day', 401, 'session.required'],
    ['program', 'addAnimal', 'a revoked key', 401, 'keys.invalid'],
    ['program', 'addAnimal', 'its last day', 401, 'keys.invalid'],
  ] as const)('of the %s, %s, does nothing after %s', async (who, name, ending, status, code) => {
    const [owner, worker] = [await server().register({ plan: 'enterprise', isAdmin: true }), await server().register()];
    const farm = await seedFarm(owner, api[name]);
    const ends_at = timeAfter(server().clock.now(), hourMs);
    await server().addMember(owner, worker, 'worker');
    if (ending === 'its last day') await server().changeMember(owner, worker, { ends_at });
    const access = { owner, worker, program: await server().program(owner, owner, ['see', 'keep'], ends_at) };
    const finish = await open(access[who], name, farm);
    await endings[ending](access);
    expect(await finish()).toEqual({ status, code });
  });
});
