import { expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { describeOnEachEngine } from '#test/engines.ts';
import { beginSession, endExpiredSessions } from './sessions.ts';

describeOnEachEngine('a session', (server) => {
  const isSignedIn = async (client: Client): Promise<boolean> =>
    (await client.send({ method: 'GET', url: '/api/auth/me' })).statusCode === 200;

  test('ends thirty days after it was last used (ASVS 7.3.1)', async () => {
    const person = await server().register();
    for (let visit = 0; visit < 3; visit += 1) {
      server().clock.advance({ days: 29 });
      expect(await isSignedIn(person)).toBe(true);
    }
    server().clock.advance({ days: 31 });
    expect(await isSignedIn(person)).toBe(false);
  });

  test('is deleted when it has expired, and no other is', async () => {
    const [gone, here] = [await server().register(), await server().register()];
    server().clock.advance({ days: 20 });
    await isSignedIn(here);
    server().clock.advance({ days: 11 });
    await endExpiredSessions(server().db, server().clock.now());
    const rows = await server().db.selectFrom('sessions').select('user_id').execute();
    const left = rows.map(({ user_id }) => user_id);
    expect([left.includes(gone.userId), left.includes(here.userId), await isSignedIn(here)]).toEqual([false, true, true]);
  });

  test('is one of at most a hundred of a person; the next sign-in ends the oldest, and nobody else’s', async () => {
    const [person, other] = [await server().register(), await server().register()];
    for (let n = 0; n < 99; n += 1) {
      server().clock.advance({ seconds: 1 });
      await beginSession(server().db, person, server().clock.now());
    }
    expect(await isSignedIn(person)).toBe(true);
    server().clock.advance({ seconds: 1 });
    const newest = server().visitor();
    newest.cookies.set('session', await beginSession(server().db, person, server().clock.now()));
    expect(await isSignedIn(person)).toBe(false);
    expect(await isSignedIn(newest)).toBe(true);
    expect(await isSignedIn(other)).toBe(true);
  });
});
