import { expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { housekeeping } from '../housekeeping.ts';

describeOnEachEngine(
  'an email change',
  (server) => {
    const mailsTo = (address: string) => server().mailsTo(address);
    const newAddress = (): string => `${crypto.randomUUID().slice(0, 8)}@example.org`;
    const oldAddress = ({ username }: Person): string => `${username}@example.org`;
    const change = (person: Client, email: string) => person.call('changeProfile', { body: { email } });
    const signIn = async (person: Person, password = person.password): Promise<Client> => {
      const client = server().visitor();
      await client.call('login', { body: { username: person.username, password } });
      return client;
    };
    const changePassword = (client: Client, currentPassword: string, newPassword: string) =>
      client.call('changePassword', { body: { currentPassword, newPassword } });
    const tokensFor = async (address: string): Promise<string[]> =>
      (await mailsTo(address)).flatMap(({ body }) => /revert-email\?token=(\S+)$/m.exec(body)?.[1] ?? []);
    const linkFor = async (address: string): Promise<string> => {
      const letters = (await mailsTo(address)).map(({ body }) =>
        /^https:\/\/farm\.example\/revert-email\?token=(\S+)$/m.exec(body),
      );
      const token = letters.findLast((match) => match !== null)?.[1];
      if (!token) throw new Error(`${address} got no link`);
      return token;
    };
    const revert = (token: string) => server().call('revertEmail', { body: { token } });
    const emailOf = async ({ userId }: Person): Promise<string> =>
      (await server().db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email;
    const used = { status: 400, code: 'accounts.revert_link_used' };

    test('is reverted by the link mailed to the old address: sessions and password end, a temporary password is mailed', async () => {
      const person = await server().register();
      const elsewhere = server().visitor();
      await elsewhere.call('login', { body: person });
      await change(person, 'thief@example.net');
      await revert(await linkFor(oldAddress(person)));

      expect(await emailOf(person)).toBe(oldAddress(person));
      for (const client of [person, elsewhere]) await expect(client.call('currentUser')).rejects.toMatchObject({ status: 401 });
      const visitor = server().visitor();
      await expect(visitor.call('login', { body: person })).rejects.toMatchObject({ status: 401 });
      const letter = (await mailsTo(oldAddress(person))).at(-1);
      expect(letter?.subject).toBe('Your Bellwether account is yours again');
      const password = /^ {4}([A-Z2-7]{20})$/m.exec(letter?.body ?? '')?.[1] ?? '';
      expect(await visitor.call('login', { body: { username: person.username, password } })).toMatchObject({
        email: oldAddress(person),
        hasTemporaryPassword: true,
      });
      expect((await mailsTo('thief@example.net')).map(({ subject }) => subject)).toEqual([
        'Confirm your email address for Bellwether',
      ]);
    });

    test('is reverted once, even by two clicks at the same moment', async () => {
      const person = await server().register();
      await change(person, newAddress());
      const token = await linkFor(oldAddress(person));
      const results = await Promise.allSettled([revert(token), revert(token)]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      await expect(revert(token)).rejects.toMatchObject(used);
      expect((await mailsTo(oldAddress(person))).filter(({ subject }) => subject.includes('yours again'))).toHaveLength(1);
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

    test('that the owner undoes in the profile mails nothing to the abandoned address, and invalidates its links and passwords', async () => {
      const person = await server().register();
      const [thief, owner] = [await signIn(person), await signIn(person)];
      const evil = newAddress();
      await change(thief, evil);
      await server().call('resetPassword', { body: { loginId: person.username } });
      const mailed = /^ {4}([A-Z2-7]{20})$/m.exec((await mailsTo(evil)).at(-1)?.body ?? '')?.[1] ?? '';
      expect(mailed).not.toBe('');
      const before = await mailsTo(evil);
      await change(owner, oldAddress(person).toUpperCase());

      expect(await mailsTo(evil)).toEqual(before);
      expect(await server().db.selectFrom('email_changes').selectAll().where('user_id', '=', person.userId).execute()).toEqual(
        [],
      );
      await expect(thief.call('currentUser')).rejects.toMatchObject({ status: 401 });
      await expect(signIn(person, mailed)).rejects.toMatchObject({ status: 401 });
      expect(await owner.call('currentUser')).toMatchObject({ emailConfirmed: true });
      await changePassword(owner, person.password, 'battery staple');
      await expect(signIn(person)).rejects.toMatchObject({ status: 401 });
    });

    test('that corrects an unconfirmed address typed in this session sends no link to the mistyped address', async () => {
      const mistyped = newAddress();
      const person = await server().register({ email: mistyped, isConfirmed: false });
      await change(person, newAddress());
      expect(await tokensFor(mistyped)).toEqual([]);
    });

    test('of an unconfirmed address is mailed to it if another session than the one that typed it makes the change', async () => {
      const person = await server().register({ isConfirmed: false });
      const thief = await signIn(person);
      await change(thief, newAddress());
      await change(thief, oldAddress(person));
      // The address that the thief has restored does not count as typed by the thief.
      await change(thief, newAddress());
      expect(await tokensFor(oldAddress(person))).toHaveLength(2);
      await revert(await linkFor(oldAddress(person)));
      expect(await emailOf(person)).toBe(oldAddress(person));
    });

    test('is refused if no mail can be sent to the current address, whoever used up its limit', async () => {
      const person = await server().register({ isConfirmed: false });
      for (let other = 0; other < 9; other += 1) await server().register({ email: oldAddress(person), isConfirmed: false });
      const thief = await signIn(person);
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

    test('needs the password when the session began more than fifteen minutes ago (ASVS 7.5.1)', async () => {
      const person = await server().register();
      server().clock.advance({ minutes: 16 });
      const email = newAddress();
      await expect(change(person, email)).rejects.toMatchObject({ status: 403, code: 'accounts.password_needed' });
      const withPassword = (currentPassword: string) =>
        person.call('changeProfile', { body: { email, phone: '1', currentPassword } });
      await expect(withPassword('not this one')).rejects.toMatchObject({ status: 400, code: 'accounts.wrong_password' });
      expect(await person.call('currentUser')).toMatchObject({ email: oldAddress(person), phone: null });
      expect(await withPassword(person.password)).toMatchObject({ email, phone: '1' });
    });

    test('is the only change of the profile that asks for the password', async () => {
      const person = await server().register();
      server().clock.advance({ days: 3 });
      const body = { email: oldAddress(person), farmName: 'Hill Farm', phone: '12', address: 'Lane 1', ownerName: 'Ada' };
      expect(await person.call('changeProfile', { body })).toMatchObject(body);
    });
  },
  { env: { PUBLIC_URL: 'https://farm.example' }, wait: async () => {} },
);
