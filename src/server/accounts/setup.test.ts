import { beforeEach, expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';
import { offerSetup } from './setup.service.ts';

describeOnEachEngine('the setup link', (server) => {
  const used = { status: 400, code: 'accounts.setup_link_used' };
  beforeEach(() => server().db.updateTable('users').set({ is_admin: false }).execute());

  const offer = async (): Promise<string> => (await offerSetup(server().db, server().clock.now())) ?? '';
  const registration = (setupToken: string) => {
    const username = `first-${crypto.randomUUID()}`;
    return { username, email: 'first@example.org', password: 'correct horse', setupToken };
  };

  test('makes the person who registers with it the administrator, once', async () => {
    const setupToken = await offer();
    expect(await server().call('register', { body: registration(setupToken) })).toMatchObject({ role: 'admin' });
    const second = registration(setupToken);
    await expect(server().call('register', { body: second })).rejects.toMatchObject(used);
    await expect(server().call('login', { body: second })).rejects.toThrow('Invalid credentials');
  });

  test('makes the person who signs in with it the administrator, and is offered only as long as there is none', async () => {
    const [earlier, { username, password }] = [await offer(), await server().register()];
    const setupToken = await offer();
    expect((await server().call('login', { body: { username, password, setupToken } })).role).toBe('admin');
    expect(await offer()).toBe('');
    const other = await server().register();
    const late = server().call('login', { body: { username: other.username, password, setupToken: earlier } });
    await expect(late).rejects.toMatchObject(used);
    await server().call('login', { body: other });
  });

  test('is refused if it is wrong, a week old or of an earlier start, and can be checked without using it up', async () => {
    const { username, password } = await server().register();
    const use = (setupToken: string) => server().call('login', { body: { username, password, setupToken } });
    const isOpen = async (token: string) => (await server().call('checkSetupLink', { body: { token } })).isOpen;
    const [earlier, old] = [await offer(), await offer()];
    expect([await isOpen(earlier), await isOpen('a guess'), await isOpen(old)]).toEqual([false, false, true]);
    for (const token of ['a guess', earlier]) await expect(use(token)).rejects.toMatchObject(used);
    server().clock.advance({ days: 7 });
    await expect(use(old)).rejects.toMatchObject(used);
    expect(await isOpen(old)).toBe(false);
    const newest = await offer();
    expect(await use(newest)).toMatchObject({ role: 'admin' });
    expect(await isOpen(newest)).toBe(false);
  });

  test('makes only one administrator if the links of many starts are used concurrently', async () => {
    const tokens = await Promise.all(Array.from({ length: 4 }, offer));
    const results = await Promise.allSettled(tokens.map((token) => server().call('register', { body: registration(token) })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const admins = await server().db.selectFrom('users').select('id').where('is_admin', '=', true).execute();
    expect(admins).toHaveLength(1);
  });
});
