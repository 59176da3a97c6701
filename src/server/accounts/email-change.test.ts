import { expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { housekeeping } from '../housekeeping.ts';

describeOnEachEngine(
  'an email change',
  (server) => {
    const newAddress = (): string => `${crypto.randomUUID().slice(0, 8)}@example.org`;
    const oldAddress = ({ username }: Person): string => `${username}@example.org`;
    const change = (person: Client, email: string) => person.call('changeProfile', { body: { email } });
    const tokensFor = async (address: string): Promise<string[]> =>
      (await server().mailsTo(address)).flatMap(
        ({ body }) => /^https:\/\/farm\.example\/revert-email\?token=(\S+)$/m.exec(body)?.[1] ?? [],
      );
    const linkFor = async (address: string): Promise<string> => (await tokensFor(address)).at(-1) ?? expect.fail();
    const revert = (token: string) => server().call('revertEmail', { body: { token } });
    const emailOf = async ({ userId }: Person): Promise<string> =>
      (await server().db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email;
    const used = { status: 400, code: 'accounts.revert_link_used' };

    test('is reverted once, even by two clicks at the same moment', async () => {
      const person = await server().register();
      await change(person, newAddress());
      const token = await linkFor(oldAddress(person));
      const results = await Promise.allSettled([revert(token), revert(token)]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      await expect(revert(token)).rejects.toMatchObject(used);
      expect((await server().mailsTo(oldAddress(person))).filter(({ subject }) => subject.includes('yours again'))).toHaveLength(
        1,
      );
    });

    test('can be reverted for 72 hours', async () => {
      const [early, late] = [await server().register(), await server().register()];
      await change(early, newAddress());
      await change(late, newAddress());
      const [inTime, tooLate] = [await linkFor(oldAddress(early)), await linkFor(oldAddress(late))];
      server().clock.advance({ hours: 71, minutes: 59 });
      await revert(inTime);
      server().clock.advance({ minutes: 2 });
      await expect(revert(tooLate)).rejects.toMatchObject(used);
      expect(await emailOf(late)).not.toBe(oldAddress(late));
      await housekeeping.run(server().app.deps, new AbortController().signal);
      expect(await server().db.selectFrom('email_changes').selectAll().execute()).toEqual([]);
    });

    test('that corrects an unconfirmed address typed in this session sends no link to the mistyped address', async () => {
      const mistyped = newAddress();
      await change(await server().register({ email: mistyped, isConfirmed: false }), newAddress());
      expect(await tokensFor(mistyped)).toEqual([]);
    });

    test('is refused if no mail can be sent to the current address, whoever used up its limit', async () => {
      const person = await server().register({ isConfirmed: false });
      for (let other = 0; other < 9; other += 1) await server().register({ email: oldAddress(person), isConfirmed: false });
      const thief = server().visitor();
      await thief.call('login', { body: person });
      await expect(change(thief, newAddress())).rejects.toMatchObject({ status: 429, code: 'request.too_many' });
      expect(await emailOf(person)).toBe(oldAddress(person));
    });

    test('only the hash of the link is stored, and opening the page changes nothing', async () => {
      const person = await server().register();
      const email = newAddress();
      await change(person, email);
      const token = await linkFor(oldAddress(person));
      expect(JSON.stringify(await server().db.selectFrom('email_changes').selectAll().execute())).not.toContain(token);
      for (const url of ['/api/auth/revert-email', '/revert-email']) {
        for (const method of ['GET', 'HEAD'] as const) await server().send({ method, url: `${url}?token=${token}` });
      }
      expect(await emailOf(person)).toBe(email);
      await revert(token);
    });

    test('needs the password, as no other change, if the session is older than fifteen minutes (ASVS 7.5.1)', async () => {
      const person = await server().register();
      server().clock.advance({ minutes: 16 });
      await person.call('changeProfile', { body: { email: oldAddress(person), farmName: 'Hill Farm', address: 'Lane 1' } });
      const email = newAddress();
      await expect(change(person, email)).rejects.toMatchObject({ status: 403, code: 'accounts.password_needed' });
      const withPassword = (currentPassword: string) =>
        person.call('changeProfile', { body: { email, phone: '1', currentPassword } });
      await expect(withPassword('not this one')).rejects.toMatchObject({ status: 400, code: 'accounts.wrong_password' });
      expect(await person.call('currentUser')).toMatchObject({ email: oldAddress(person), phone: null });
      expect(await withPassword(person.password)).toMatchObject({ email, phone: '1' });
    });
  },
  { env: { PUBLIC_URL: 'https://farm.example' }, wait: async () => {} },
);
