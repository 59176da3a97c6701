import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { describeOnEachEngine, type TestServer, type Person } from '#test/engines.ts';

const cookieName = 'session';

/** The events that must invalidate a session cookie. */
const endings: Readonly<Record<string, (server: TestServer, person: Person) => Promise<unknown>>> = {
  'signing out': (_, person) => person.call('logout'),
  'signing in again': (_, person) => person.signIn(),
  'the deletion of the account': async (server, person) =>
    (await server.register({ isAdmin: true })).call('deleteUser', { params: { id: person.userId }, query: {} }),
  'a restore of the database, since when it had ended may be forgotten': (server) => server.markRestored(),
};

describeOnEachEngine('a stolen session', (server) => {
  const replay = async (token: string): Promise<number> => {
    const thief = server().visitor();
    thief.cookies.set(cookieName, token);
    return (await thief.send({ method: 'GET', url: '/api/auth/me' })).statusCode;
  };

  // This test has to run before any other one registers an account.
  test('does not exist in a new installation, which has no account (ASVS 6.3.2)', async () => {
    expect(await server().db.selectFrom('users').selectAll().execute()).toEqual([]);
    expect(await server().db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  test.each(Object.keys(endings))('is rejected after %s (ASVS 7.4.1, 7.4.2, 7.4.3)', async (ending) => {
    const person = await server().register({ plan: 'guest' });
    const token = person.cookies.get(cookieName) ?? '';
    expect(await replay(token)).toBe(200);
    await endings[ending]?.(server(), person);
    expect(await replay(token)).toBe(401);
  });

  test('has on every route the permissions that its person has now: none when deleted, no administration when demoted (ASVS 8.3.2)', async () => {
    const by = await server().register({ isAdmin: true });
    const [deleted, demoted] = [await server().register({ plan: 'guest' }), await server().register({ isAdmin: true })];
    await by.call('deleteUser', { params: { id: deleted.userId }, query: {} });
    await by.call('changeUserRole', { params: { id: demoted.userId }, body: { role: 'guest' } });
    for (const [name, route] of Object.entries<Route>(api).filter(([, { access }]) => access !== 'public')) {
      const url = `/api${route.path.replaceAll(/:\w+/g, crypto.randomUUID())}`;
      const [gone, lesser] = await Promise.all([deleted, demoted].map((person) => person.send({ method: route.method, url })));
      expect([name, gone?.statusCode]).toEqual([name, 401]);
      if (route.access === 'admin') expect([name, lesser?.statusCode]).toEqual([name, 403]);
    }
  });

  test('that was planted before the sign-in (session fixation) is replaced at the sign-in (ASVS 7.2.4)', async () => {
    const person = await server().register();
    for (const planted of ['A'.repeat(43), (await server().register()).cookies.get(cookieName) ?? '']) {
      const victim = server().visitor();
      victim.cookies.set(cookieName, planted);
      await victim.call('login', { body: { username: person.username, password: person.password } });
      expect(victim.cookies.get(cookieName)).not.toBe(planted);
      expect(await replay(planted)).toBe(401);
    }
  });

  test('cannot be guessed: 256 random bits, none like another (ASVS 7.2.3)', async () => {
    const person = await server().register();
    const tokens: string[] = [];
    for (let count = 0; count < 8; count += 1) {
      await person.signIn();
      tokens.push(person.cookies.get(cookieName) ?? '');
    }
    const bits = tokens.map((token) => Buffer.from(token, 'base64url'));
    expect([new Set(tokens).size, ...bits.map(({ length }) => length)]).toEqual([8, ...Array<number>(8).fill(32)]);
    for (let at = 0; at < 32; at += 1) expect(new Set(bits.map((bytes) => bytes[at])).size).toBeGreaterThan(2);
  });

  test('ends a year after the sign-in, however often it was used (ASVS 7.3.2)', async () => {
    const person = await server().register();
    const token = person.cookies.get(cookieName) ?? '';
    for (let days = 0; days < 360; days += 20) {
      server().clock.advance({ days: 20 });
      expect(await replay(token)).toBe(200);
    }
    server().clock.advance({ days: 6 });
    expect(await replay(token)).toBe(401);
  });
});
