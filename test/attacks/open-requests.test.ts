import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { api, type Api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { hourMs, timeAfter } from '#server/time-after.ts';
import type { Client } from '#test/client.ts';
import { readAllRows } from '#test/database-rows.ts';
import { describeOnEachEngine } from '#test/engines.ts';
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
  const signedOut = { status: 401, code: 'session.required' };

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

  test.each(['addAnimal', 'addApiKey', 'sync'] as const)('does nothing after the password was changed: %s', async (name) => {
    const owner = await server().register({ plan: 'enterprise' });
    const finish = await open(owner, name, await seedFarm(owner, api[name]));
    await owner.call('changePassword', { body: { currentPassword: owner.password, newPassword: 'battery staple' } });
    expect(await finish()).toEqual(signedOut);
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

  test('does nothing after the member was removed, and is sent again after the role was changed', async () => {
    const [owner, worker] = [await server().register({ plan: 'enterprise' }), await server().register()];
    const farm = await seedFarm(owner);
    await server().addMember(owner, worker, 'worker');
    const finishAsVet = await open(worker, 'addAnimal', farm);
    await owner.call('changeMember', { params: { userId: worker.userId }, body: { role: 'vet' } });
    expect(await finishAsVet()).toEqual({ status: 503, code: 'server.busy' });
    const finish = await open(worker, 'addHealthRecord', farm);
    await owner.call('removeMember', { params: { userId: worker.userId } });
    expect(await finish()).toEqual(signedOut);
  });

  test('does nothing after the API key was revoked', async () => {
    const owner = await server().register({ plan: 'enterprise' });
    const farm = await seedFarm(owner);
    const program = await server().program(owner, owner, ['see', 'keep']);
    const finish = await open(program, 'addAnimal', farm);
    await owner.call('revokeApiKey', { params: { id: program.keyId } });
    expect(await finish()).toEqual({ status: 401, code: 'keys.invalid' });
  });

  test('does nothing after the session, the membership or the API key has run out', async () => {
    const owner = await server().register({ plan: 'enterprise' });
    const farm = await seedFarm(owner);
    const finishInSession = await open(owner, 'addAnimal', farm);
    server().clock.advance({ days: 31 });
    expect(await finishInSession()).toEqual(signedOut);

    const worker = await server().register();
    await server().addMember(owner, worker, 'worker');
    const ends_at = timeAfter(server().clock.now(), hourMs);
    await server().changeMember(owner, worker, { ends_at });
    const program = await server().program(owner, owner, ['see', 'keep'], ends_at);
    const [finishAsWorker, finishByKey] = [await open(worker, 'addAnimal', farm), await open(program, 'addAnimal', farm)];
    server().clock.advance({ hours: 2 });
    expect(await finishAsWorker()).toEqual(signedOut);
    expect(await finishByKey()).toEqual({ status: 401, code: 'keys.invalid' });
  });

  test('does nothing after an administrator has signed out', async () => {
    const admin = await server().register({ plan: 'enterprise', isAdmin: true });
    const finish = await open(admin, 'addCoupon', await seedFarm(admin, api.addCoupon));
    await admin.call('logout');
    expect(await finish()).toEqual(signedOut);
  });
});
