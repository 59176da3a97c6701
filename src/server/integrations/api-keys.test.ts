import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';

const goat = { tagNumber: 'G-1', species: 'goat', sex: 'female' } as const;

describeOnEachEngine('API keys', (server) => {
  const owner = () => server().register({ plan: 'enterprise' });
  const withKey = (key: string) => ({ authorization: `Bearer ${key}` });

  test('are shown once, and listed without their secret', async () => {
    const person = await owner();
    const { id, key } = await person.call('addApiKey', { body: { name: 'Scale', scopes: ['see', 'record', 'see'] } });
    expect(key).toMatch(new RegExp(`^bw_${id}_[\\w-]{43}$`));
    const listed = await person.call('listApiKeys');
    expect(listed).toMatchObject([
      { id, name: 'Scale', scopes: ['see', 'record'], lastFour: key.slice(-4), createdBy: person.username, expiresAt: null },
    ]);
    const stored = JSON.stringify(await server().db.selectFrom('api_keys').selectAll().where('id', '=', id).execute());
    expect(stored).not.toContain(key.slice(-43));
    expect(JSON.stringify(listed)).not.toContain(key.slice(-43));
  });

  test('work only on their own farm, and their writes are logged with the key', async () => {
    const [person, other] = [await owner(), await owner()];
    await other.addAnimal(goat);
    const { id, key } = await person.call('addApiKey', { body: { name: 'Scale', scopes: ['see', 'keep'] } });
    const program = server().visitor();
    const added = await program.send({ method: 'POST', url: '/api/animals', headers: withKey(key), payload: goat });
    expect(added.statusCode).toBe(201);
    const listed = await program.send({ url: '/api/animals', headers: withKey(key) });
    expect(listed.json()).toMatchObject([{ id: added.json<{ id: string }>().id }]);
    expect(listed.headers['set-cookie']).toBeUndefined();
    const changes = server().db.selectFrom('changes').select(['by_user', 'by_key']).where('farm_id', '=', person.farmId);
    expect(await changes.execute()).toEqual([{ by_user: null, by_key: id }]);
    expect(await person.call('listActs')).toMatchObject([{ by: { kind: 'key', name: 'Scale' }, call: 'addAnimal' }]);
  });

  test('have the day of their last use, and do not work after they have expired', async () => {
    const person = await owner();
    const over = person.call('addApiKey', { body: { name: 'Old', scopes: ['see'], expiresAt: '2020-01-01T00:00:00Z' } });
    await expect(over).rejects.toMatchObject({ errors: [{ path: 'expiresAt' }] });
    const at = new Date(server().clock.now().getTime() + 3_600_000).toISOString();
    const program = await server().program(person, person, ['see'], at);
    const usedOn = async () => (await person.call('listApiKeys'))[0]?.usedOn;
    expect(await usedOn()).toBeNull();
    await program.call('listAnimals');
    expect(await usedOn()).toBe(server().clock.now().toISOString().slice(0, 10));
    server().clock.advance({ hours: 1 });
    await expect(program.call('listAnimals')).rejects.toMatchObject({ status: 401, code: 'keys.expired' });
  });

  test('are created only on the Enterprise plan, and do not work while the farm is on another one', async () => {
    const person = await server().register({ plan: 'premium' });
    const body = { name: 'Scale', scopes: ['see' as const] };
    const refused = { status: 403, code: 'plan.not_included', message: expect.stringContaining('Enterprise') };
    await expect(person.call('addApiKey', { body })).rejects.toMatchObject(refused);
    await server().setPlan(person, 'enterprise');
    const program = await server().program(person, person, ['see']);
    await program.call('listAnimals');
    const farm = server().db.updateTable('farms').where('id', '=', person.farmId);
    for (const change of [{ plan_status: 'expired' }, { plan_type: 'premium', plan_status: 'active' }] as const) {
      await farm.set(change).execute();
      await expect(program.call('listAnimals')).rejects.toMatchObject(refused);
    }
    await server().setPlan(person, 'enterprise');
    expect(await program.call('listAnimals')).toEqual([]);
  });

  test('are revoked permanently, and by a restore, after which it is unknown which were revoked since the backup', async () => {
    const person = await owner();
    const [program, other] = [await server().program(person, person, ['see']), await server().program(person, person, ['see'])];
    for (const _ of [1, 2]) await person.call('revokeApiKey', { params: { id: program.keyId } });
    await expect(program.call('listAnimals')).rejects.toMatchObject({ status: 401, code: 'keys.invalid' });
    await other.call('listAnimals');
    await server().markRestored();
    await person.signIn();
    await expect(other.call('listAnimals')).rejects.toMatchObject({ status: 401 });
    expect(await person.call('listApiKeys')).toEqual([]);
  });

  test('of a farm are at most fifty, even with concurrent requests', async () => {
    const person = await owner();
    for (let made = 0; made < 49; made += 1) await server().program(person, person, ['see']);
    const body = { name: 'One more', scopes: ['see' as const] };
    const results = await Promise.allSettled([person.call('addApiKey', { body }), person.call('addApiKey', { body })]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(person.call('addApiKey', { body })).rejects.toMatchObject({ status: 409, code: 'keys.too_many' });
  });
});
