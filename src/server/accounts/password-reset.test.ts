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

    test('of many temporary passwords the newest six work, and using one invalidates all', async () => {
      const person = await server().register();
      const passwords: string[] = [];
      for (let request = 0; request < 7; request += 1) passwords.push(await temporaryPassword(person));
      await expect(login(person.username, passwords[0] ?? '')).rejects.toThrow('Invalid credentials');
      await login(person.username, passwords[3] ?? '');
      for (const other of passwords.toSpliced(3, 1)) {
        await expect(login(person.username, other)).rejects.toThrow('Invalid credentials');
      }
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

    test('the mail links only to the configured address, whatever the Host header', async () => {
      const person = await server().register();
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
      const payload = { loginId: person.username };
      await server().send({ method: 'POST', url: '/api/auth/reset-password', headers, payload });
      const [mail] = await server().mailsTo(person);
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
