import { expect, test } from 'vitest';
import { countHashes } from '#test/cheap-passwords.ts';
import type { Client } from '#test/client.ts';
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
    const mailsTo = ({ username }: Person) => server().mailsTo(`${username}@example.org`);
    const temporaryPassword = async (person: Person): Promise<string> => {
      await ask(person.username);
      const password = /^ {4}([A-Z2-7]{20})$/m.exec((await mailsTo(person)).at(-1)?.body ?? '')?.[1];
      expect(password).toBeDefined();
      return password ?? '';
    };
    const isSignedIn = async (client: Client): Promise<boolean> => {
      return (await client.send({ method: 'GET', url: '/api/auth/me' })).statusCode === 200;
    };

    test('the mailed password signs in, becomes the password and ends every other session', async () => {
      const person = await server().register();
      const temporary = await temporaryPassword(person);
      const { client, user } = await login(person.username.toUpperCase(), temporary);
      expect(user.hasTemporaryPassword).toBe(true);
      expect(await client.call('currentUser')).toMatchObject({ hasTemporaryPassword: true });
      expect(await isSignedIn(person)).toBe(false);
      await expect(login(person.username, person.password)).rejects.toThrow('Invalid credentials');
      const { user: again } = await login(person.username, temporary);
      expect(again.hasTemporaryPassword).toBe(true);
    });

    test('changing the password afterwards removes the warning', async () => {
      const person = await server().register();
      const temporary = await temporaryPassword(person);
      const { client } = await login(person.username, ` ${temporary} `);
      await client.call('changePassword', { body: { currentPassword: temporary, newPassword: 'battery staple' } });
      expect(await client.call('currentUser')).toMatchObject({ hasTemporaryPassword: false });
      await expect(login(person.username, temporary)).rejects.toThrow('Invalid credentials');
      await login(person.username, 'battery staple');
    });

    test('nobody is locked out by a hundred resets: the old password works until a mailed one is used', async () => {
      const person = await server().register();
      await Promise.all(Array.from({ length: 100 }, () => ask(person.username).catch(() => undefined)));
      expect(await isSignedIn(person)).toBe(true);
      const { user } = await login(person.username, person.password);
      expect(user.hasTemporaryPassword).toBe(false);
    });

    test('three temporary passwords can be valid at a time, and using one invalidates all', async () => {
      const person = await server().register();
      const three = [await temporaryPassword(person), await temporaryPassword(person), await temporaryPassword(person)];
      expect(new Set(three).size).toBe(3);
      for (const used of three) {
        const again = await server().register();
        const passwords = [await temporaryPassword(again), await temporaryPassword(again), await temporaryPassword(again)];
        const mine = passwords[three.indexOf(used)] ?? '';
        await login(again.username, mine);
        for (const other of passwords.filter((password) => password !== mine)) {
          await expect(login(again.username, other)).rejects.toThrow('Invalid credentials');
        }
      }
    });

    test('each answer that a password was emailed is true, whatever else was mailed that day', async () => {
      const person = await server().register({ isConfirmed: false });
      const change = { currentPassword: person.password, newPassword: 'battery staple' };
      await person.call('changePassword', { body: change });
      await person.call('changePassword', { body: { currentPassword: 'battery staple', newPassword: person.password } });
      const before = (await mailsTo(person)).length;
      expect(await ask(person.username)).toEqual(asked);
      expect(await mailsTo(person)).toHaveLength(before + 1);
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

    test('a temporary password is valid for an hour (ASVS 6.4.1)', async () => {
      const person = await server().register();
      const temporary = await temporaryPassword(person);
      server().clock.advance({ minutes: 61 });
      await expect(login(person.username, temporary)).rejects.toThrow('Invalid credentials');
      const another = await temporaryPassword(person);
      server().clock.advance({ minutes: 59 });
      await login(person.username, another);
    });

    test('a temporary password used on two devices at once replaces the old password', async () => {
      const person = await server().register();
      const temporary = await temporaryPassword(person);
      await Promise.all([login(person.username, temporary), login(person.username, temporary)]);
      await expect(login(person.username, person.password)).rejects.toThrow('Invalid credentials');
    });

    test('a known and an unknown name are answered alike, and only the known one gets mail', async () => {
      const person = await server().register();
      const before = await server().db.selectFrom('mails').select('id').execute();
      expect(await ask(person.username)).toEqual(asked);
      expect(await ask('nobody has this')).toEqual(asked);
      expect(await server().db.selectFrom('mails').select('id').execute()).toHaveLength(before.length + 1);
    });

    test('the mail names the product and links only to the configured address, whatever the Host header', async () => {
      const person = await server().register();
      await server().send({
        method: 'POST',
        url: '/api/auth/reset-password',
        headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
        payload: { loginId: person.username },
      });
      const [mail] = await mailsTo(person);
      expect(mail?.subject).toBe('Your temporary password for Bellwether');
      expect(mail?.body).toContain('https://farm.example/login');
      expect(mail?.body).not.toContain('evil.example');
    });

    test('only hashes of a temporary password are stored beside the queued mail', async () => {
      const person = await server().register();
      const temporary = await temporaryPassword(person);
      const [row] = await server()
        .db.selectFrom('temporary_passwords')
        .selectAll()
        .where('user_id', '=', person.userId)
        .execute();
      expect(row?.password_hash).toMatch(/^\$argon2id\$/);
      expect(JSON.stringify(row)).not.toContain(temporary);
    });
  },
  swift,
);

const waits: number[] = [];

describeOnEachEngine(
  'a password reset',
  (server) => {
    test('computes as many hashes and answers after the same time whether the name is known or not', async () => {
      const { username } = await server().register();
      const hashes = countHashes(server().app);
      const work = async (loginId: string) => {
        const before = hashes();
        waits.length = 0;
        await server().call('resetPassword', { body: { loginId } });
        return { hashes: hashes() - before, waits: [...waits] };
      };
      const known = await work(username);
      expect(known).toEqual({ hashes: 1, waits: [expect.any(Number)] });
      expect(await work('nobody has this')).toEqual(known);
    });
  },
  { ...swift, wait: async (ms) => void waits.push(ms) },
);
