import { expect, test } from 'vitest';
import { countHashes } from '#test/cheap-passwords.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

const asked = { message: 'Your password has been emailed to you.' };

/** Without the delay that hides the duration of the work, which a test below measures with another server. */
const swift = { env: { PUBLIC_URL: 'https://farm.example' }, wait: async () => {} };

describeOnEachEngine(
  { name: 'password reset', usually: 'both' },
  (server) => {
    const ask = (loginId: string, client = server().visitor()) => client.call('resetPassword', { body: { loginId } });
    const login = async (username: string, password: string) => {
      const client = server().visitor();
      return { client, user: await client.call('login', { body: { username, password } }) };
    };
    const temporaryPassword = async (person: Person): Promise<string> => {
      await ask(person.username);
      const password = /^ {4}([A-Z2-7]{20})$/m.exec((await server().mailsTo(person)).at(-1)?.body ?? '')?.[1];
      expect(password).toBeDefined();
      return password ?? '';
    };

    test('the mailed password signs in, becomes the password, and changing it afterwards removes the warning', async () => {
      const person = await server().register();
      const temporary = await temporaryPassword(person);
      const rows = server().db.selectFrom('temporary_passwords').selectAll().where('user_id', '=', person.userId);
      expect(JSON.stringify(await rows.execute())).not.toContain(temporary);
      const { user } = await login(person.username.toUpperCase(), ` ${temporary} `);
      expect(user.hasTemporaryPassword).toBe(true);
      const { client } = await login(person.username, temporary);
      await expect(login(person.username, person.password)).rejects.toThrow('Invalid credentials');
      await client.call('changePassword', { body: { currentPassword: temporary, newPassword: 'battery staple' } });
      expect(await client.call('currentUser')).toMatchObject({ hasTemporaryPassword: false });
      await expect(login(person.username, temporary)).rejects.toThrow('Invalid credentials');
    });

    test('nobody is locked out by a hundred resets: the old password works until a mailed one is used', async () => {
      const person = await server().register();
      await Promise.all(Array.from({ length: 100 }, () => ask(person.username).catch(() => undefined)));
      await person.call('currentUser');
      const { user } = await login(person.username, person.password);
      expect(user.hasTemporaryPassword).toBe(false);
    });

    test('three temporary passwords can be valid at a time, and using one invalidates all', async () => {
      for (const used of [0, 1, 2]) {
        const person = await server().register();
        const passwords = [await temporaryPassword(person), await temporaryPassword(person), await temporaryPassword(person)];
        await login(person.username, passwords[used] ?? '');
        for (const other of passwords.toSpliced(used, 1)) {
          await expect(login(person.username, other)).rejects.toThrow('Invalid credentials');
        }
      }
    });

    test('of many temporary passwords the newest six work', async () => {
      const person = await server().register();
      const first = await temporaryPassword(person);
      for (let request = 0; request < 7; request += 1) expect(await ask(person.username)).toEqual(asked);
      await expect(login(person.username, first)).rejects.toThrow('Invalid credentials');
      await login(person.username, await temporaryPassword(person));
    });

    test('an unconfirmed address that had its passwords of the day is told when the next one can be sent', async () => {
      const person = await server().register({ isConfirmed: false });
      const answers = [];
      for (let request = 0; request < 12; request += 1) answers.push(await ask(person.username).catch((error: Error) => error));
      expect(answers.filter((answer) => !(answer instanceof Error))).toHaveLength(1);
      expect(answers.at(-1)).toMatchObject({ status: 429, message: expect.stringMatching(/can be sent in 24 hours\.$/) });
    });

    test('a temporary password is stored as a hash, and valid for an hour (ASVS 6.4.1)', async () => {
      const person = await server().register();
      const temporary = await temporaryPassword(person);
      const kept = server().db.selectFrom('temporary_passwords').select('password_hash').where('user_id', '=', person.userId);
      expect(await kept.execute()).toMatchObject([{ password_hash: expect.stringMatching(/^\$argon2id\$/) }]);
      server().clock.advance({ minutes: 61 });
      await expect(login(person.username, temporary)).rejects.toThrow('Invalid credentials');
      const another = await temporaryPassword(person);
      server().clock.advance({ minutes: 59 });
      await login(person.username, another);
    });

    test('the mail names the product and links only to the configured address, whatever the Host header', async () => {
      const person = await server().register();
      await server().send({
        method: 'POST',
        url: '/api/auth/reset-password',
        headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
        payload: { loginId: person.username },
      });
      const [mail] = await server().mailsTo(person);
      expect(mail?.subject).toBe('Your temporary password for Bellwether');
      expect(mail?.body).toContain('https://farm.example/login');
      expect(mail?.body).not.toContain('evil.example');
    });
  },
  swift,
);

const waits: number[] = [];

describeOnEachEngine(
  'a password reset',
  (server) => {
    test('computes as many hashes and answers alike after the same time whether the name is known or not', async () => {
      const person = await server().register();
      const hashes = countHashes(server().app);
      const work = async (loginId: string) => {
        const before = hashes();
        waits.length = 0;
        const answer = await server().call('resetPassword', { body: { loginId } });
        return { answer, hashes: hashes() - before, waits: [...waits] };
      };
      const known = await work(person.username);
      expect(known).toEqual({ answer: asked, hashes: 1, waits: [expect.any(Number)] });
      expect(await work('nobody has this')).toEqual(known);
      expect(await server().mailsTo(person)).toHaveLength(1);
    });
  },
  { ...swift, wait: async (ms) => void waits.push(ms) },
);
