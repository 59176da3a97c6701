import { beforeEach, expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';
import { offerSetup } from './setup.service.ts';

describeOnEachEngine('the setup link', (server) => {
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
    await expect(server().call('register', { body: second })).rejects.toMatchObject({
      status: 400,
      code: 'accounts.setup_link_used',
    });
    await expect(server().call('login', { body: second })).rejects.toThrow('Invalid credentials');
  });

  test('makes the person who signs in with it the administrator', async () => {
    const { username, password } = await server().register();
    const user = await server().call('login', { body: { username, password, setupToken: await offer() } });
    expect(user.role).toBe('admin');
  });

  test('is offered only as long as there is no administrator', async () => {
    const earlier = await offer();
    await server().register({ isAdmin: true });
    expect(await offer()).toBe('');
    const { username, password } = await server().register();
    await expect(server().call('login', { body: { username, password, setupToken: earlier } })).rejects.toMatchObject({
      code: 'accounts.setup_link_used',
    });
    await server().call('login', { body: { username, password } });
  });

  test('is refused if it is wrong or a week old', async () => {
    const { username, password } = await server().register();
    const setupToken = await offer();
    const use = (token: string) => server().call('login', { body: { username, password, setupToken: token } });
    await expect(use('a guess')).rejects.toMatchObject({ code: 'accounts.setup_link_used' });
    server().clock.advance({ days: 7 });
    await expect(use(setupToken)).rejects.toMatchObject({ code: 'accounts.setup_link_used' });
  });

  test('can be checked without using it up', async () => {
    const isOpen = async (token: string) => (await server().call('checkSetupLink', { body: { token } })).isOpen;
    const setupToken = await offer();
    expect([await isOpen('a guess'), await isOpen(setupToken), await isOpen(setupToken)]).toEqual([false, true, true]);
    server().clock.advance({ days: 7 });
    expect(await isOpen(setupToken)).toBe(false);
    const newer = await offer();
    await server().call('register', { body: registration(newer) });
    expect(await isOpen(newer)).toBe(false);
  });

  test('of an earlier start is rejected: only the newest is valid', async () => {
    const [earlier, newest] = [await offer(), await offer()];
    const use = (token: string) => server().call('register', { body: registration(token) });
    expect(await server().db.selectFrom('setup_links').select('created_at').execute()).toHaveLength(1);
    await expect(use(earlier)).rejects.toMatchObject({ code: 'accounts.setup_link_used' });
    expect(await use(newest)).toMatchObject({ role: 'admin' });
  });

  test('makes only one administrator if the links of many starts are used concurrently', async () => {
    const tokens = await Promise.all(Array.from({ length: 4 }, offer));
    const results = await Promise.allSettled(tokens.map((token) => server().call('register', { body: registration(token) })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const admins = await server().db.selectFrom('users').select('id').where('is_admin', '=', true).execute();
    expect(admins).toHaveLength(1);
  });
});
