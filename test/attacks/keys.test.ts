import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';

const goat = { tagNumber: 'G-1', species: 'goat', sex: 'female' } as const;
const noScope = { status: 403, code: 'access.role' };
const noKey = { status: 401, code: 'keys.invalid' };

describeOnEachEngine('an API key', (server) => {
  const farm = async () => {
    const [owner, maker] = [await server().register({ plan: 'enterprise' }), await server().register()];
    await server().addMember(owner, maker, 'owner');
    return { owner, maker };
  };

  test('does from the next request on only what its demoted maker may still do', async () => {
    const { owner, maker } = await farm();
    const program = await server().program(owner, maker, ['see', 'record', 'keep', 'manage']);
    const { id } = await program.call('addAnimal', { body: goat });
    await server().changeMember(owner, maker, { role: 'worker' });
    await expect(program.call('deleteAnimal', { params: { id } })).rejects.toMatchObject(noScope);
    await expect(program.call('changeAnimal', { params: { id }, body: { salePrice: 5 } })).rejects.toMatchObject(noScope);
    await server().changeMember(owner, maker, { role: 'viewer' });
    await expect(program.call('addAnimal', { body: goat })).rejects.toMatchObject(noScope);
    await program.call('listAnimals');
    await server().changeMember(owner, maker, { ended_at: server().clock.now().toISOString() });
    await expect(program.call('listAnimals')).rejects.toMatchObject(noKey);
  });

  test('of an owner records no sale without the scope for it', async () => {
    const { owner } = await farm();
    const { id: animalId } = await owner.call('addAnimal', { body: goat });
    const event = { id: crypto.randomUUID(), kind: 'sale', animalId, day: '2026-05-01' } as const;
    const program = await server().program(owner, owner, ['see', 'record', 'keep']);
    await expect(program.call('recordEvents', { body: { events: [event] } })).rejects.toMatchObject(noScope);
  });

  test('with unknown scopes, or those of people alone, does nothing', async () => {
    const { owner } = await farm();
    for (const scopes of [[], ['everything'], ['*'], ['own', 'invite']]) {
      const program = await server().program(owner, owner, scopes);
      await expect(program.call('listAnimals')).rejects.toMatchObject(noScope);
      await expect(program.call('addAnimal', { body: goat })).rejects.toMatchObject(noScope);
    }
  });

  test('counts in the header alone: in the address it is nothing', async () => {
    const { owner } = await farm();
    const { key } = await server().program(owner, owner, ['see']);
    for (const name of ['access_token', 'api_key', 'key', 'token', 'authorization']) {
      const answer = await server().send({ url: `/api/animals?${name}=${key}` });
      expect([name, answer.statusCode]).toEqual([name, 401]);
    }
  });

  test('beside a cookie counts alone, so that neither lends the other what it lacks', async () => {
    const { owner } = await farm();
    const weak = await server().program(owner, owner, ['see']);
    for (const [name, value] of owner.cookies) weak.cookies.set(name, value);
    await weak.call('listAnimals');
    await expect(weak.call('addAnimal', { body: goat })).rejects.toMatchObject(noScope);
    await expect(weak.call('currentUser')).rejects.toMatchObject(noScope);
    const wrong = await owner.send({ url: '/api/animals', headers: { authorization: 'Bearer wrong' } });
    expect(wrong.statusCode).toBe(401);
  });

  test('that a thief of the account has made ends when an old address is put back', async () => {
    const owner = await server().register({ plan: 'enterprise' });
    const { key } = await owner.call('addApiKey', { body: { name: 'Thief', scopes: ['see'] } });
    const ask = async () =>
      (await server().send({ url: '/api/animals', headers: { authorization: `Bearer ${key}` } })).statusCode;
    expect(await ask()).toBe(200);
    await owner.call('changeProfile', { body: { email: 'thief@example.net', currentPassword: owner.password } });
    const bodies = (await server().mailsTo(`${owner.username}@example.org`)).map(({ body }) => body).join('\n');
    const [, token = ''] = /revert-email\?token=([\w-]+)/.exec(bodies) ?? [];
    await server().call('revertEmail', { body: { token } });
    expect(await ask()).toBe(401);
  });
});

describeOnEachEngine(
  'where limits hold, an API key',
  (server) => {
    test('asks at most 600 times a minute, and is told when it may go on; other keys and the people do not notice', async () => {
      const owner = await server().register({ plan: 'enterprise' });
      const [eager, calm] = [await server().program(owner, owner, ['see']), await server().program(owner, owner, ['see'])];
      server().clock.nextHour();
      for (let asked = 0; asked < 600; asked += 1) await eager.call('listPlaces');
      const answer = await eager.send({ url: '/api/places' });
      expect(answer.statusCode).toBe(429);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      await calm.call('listPlaces');
      await owner.call('listPlaces');
    });

    test('is guessed at most 30 times in ten minutes, which locks out nobody with another key', async () => {
      const owner = await server().register({ plan: 'enterprise' });
      const [known, other] = [await server().program(owner, owner, ['see']), await server().program(owner, owner, ['see'])];
      server().clock.nextHour();
      const guess = (key: string) => server().send({ url: '/api/places', headers: { authorization: `Bearer ${key}` } });
      const wrong = `${known.key.slice(0, -43)}${'A'.repeat(43)}`;
      for (let tried = 0; tried < 30; tried += 1) expect((await guess(wrong)).statusCode).toBe(401);
      expect((await guess(wrong)).statusCode).toBe(429);
      // Nor is the right one told from the others then.
      expect((await guess(known.key)).statusCode).toBe(429);
      await other.call('listPlaces');
    });
  },
  { env: { RATE_LIMITS: 'on' } },
);
