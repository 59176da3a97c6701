import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverMails } from '#test/deliver-mails.ts';
import { openMailTransport } from '#server/mail/mail-transport.ts';
import { sql } from 'kysely';
import { describeOnEachEngine } from '#test/engines.ts';
import { testPicture } from '#test/pictures.ts';

const settings = {
  SMTP_URL: 'smtp://mailer:smtp-pass-8d1f@127.0.0.1:1',
  METRICS_TOKEN: 'metrics-token-77c1e0',
  STRIPE_SECRET_KEY: 'sk_test_51secretkeyofstripe',
  STRIPE_WEBHOOK_SECRET: 'whsec_signingsecretofstripe',
  STRIPE_API_BASE: 'http://127.0.0.1:1',
  LOG_LEVEL: 'trace',
};

let log = '';
const logTo = { write: (line: string) => void (log += line) };

describeOnEachEngine(
  'the log',
  (server) => {
    const secrets = new Set<string>(Object.values(settings).flatMap((value) => value.match(/[\w-]{16,}/g) ?? []));
    const addSecrets = (...words: (string | undefined)[]): void => words.forEach((word) => word && secrets.add(word));

    beforeAll(() => {
      log = '';
      secrets.add('smtp-pass-8d1f');
    });
    afterAll(() => (log = ''));

    test('holds no password, cookie, token, key or word of a mail, whatever happens (ASVS 16.2.5)', async () => {
      const { db } = server();
      const farmer = await server().register({ password: 'first-passw0rd-of-ada', plan: 'enterprise' });
      addSecrets(farmer.password, farmer.cookies.get('session'));
      const wrong = { username: farmer.username, password: 'typed-into-the-wrong-field' };
      addSecrets(wrong.password);
      await farmer.call('login', { body: wrong }).catch(() => {});
      await server()
        .call('login', { body: { username: 'my-secret-as-name', password: 'x'.repeat(6) } })
        .catch(() => {});
      addSecrets('my-secret-as-name');

      await server().call('resetPassword', { body: { loginId: farmer.username } });
      const mails = await db.selectFrom('mails').select(['body', 'html']).execute();
      for (const { body, html } of mails) addSecrets(...body.split('\n').filter((line) => line.length > 12), html ?? undefined);
      const [temporary = ''] = /\b[A-Z2-7]{20}\b/.exec(mails.map(({ body }) => body).join('\n')) ?? [];
      expect(temporary).not.toBe('');
      addSecrets(temporary);
      await deliverMails(server(), openMailTransport(server().config));
      await farmer.call('login', { body: { username: farmer.username, password: temporary } });
      addSecrets(farmer.cookies.get('session'));
      const newPassword = 'second-passw0rd-of-ada';
      addSecrets(newPassword);
      await farmer.call('changePassword', { body: { currentPassword: temporary, newPassword } });
      addSecrets(farmer.cookies.get('session'));

      await farmer.addAnimal({ tagNumber: '1', password: 'sneaked-in-passw0rd', role: 'admin' } as never);
      addSecrets('sneaked-in-passw0rd');
      await farmer.sendFile('uploadImage', { bytes: await testPicture().as('jpeg') });
      await farmer.send({ method: 'GET', url: '/login?setup=setup-token-in-the-address&token=abcdefgh1234' });
      addSecrets('setup-token-in-the-address', 'abcdefgh1234');
      const json = { 'content-type': 'application/json' };
      const broken = '{"password":"broken-json-passw0rd"';
      await farmer.send({ method: 'POST', url: '/api/animals', headers: json, payload: broken });
      addSecrets('broken-json-passw0rd');
      await farmer.send({ method: 'GET', url: '/metrics', headers: { authorization: 'Bearer a-guess-of-the-token' } });
      addSecrets('a-guess-of-the-token');
      const checkout = { planType: 'basic', billingCycle: 'yearly' };
      await farmer.send({ method: 'POST', url: '/api/create-checkout-session', payload: checkout });
      const signature = 't=1,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd';
      addSecrets(signature.slice(7));
      const headers = { 'stripe-signature': signature };
      await farmer.send({ method: 'POST', url: '/api/stripe/webhook', headers, payload: { type: 'x' } });

      await breakUsers();
      const cursed = { username: 'cursed', email: 'cursed@example.org', password: 'passw0rd-of-the-cursed' };
      addSecrets(cursed.password);
      const failed = await server().send({ method: 'POST', url: '/api/auth/register', payload: cursed });
      expect(failed.statusCode).toBe(500);

      const written = ['answered', 'sign-in failed', 'privileged fields sent', 'metrics refused', 'mail could not be delivered'];
      for (const word of [...written, 'server.failed']) expect(log).toContain(word);
      const base64Of = (secret: string) =>
        Buffer.from(secret)
          .toString('base64')
          .replace(/.{1,2}=*$/, '');
      const formsOf = (secret: string) => [secret, encodeURIComponent(secret), base64Of(secret)];
      expect([...secrets].filter((secret) => formsOf(secret).some((form) => log.includes(form)))).toEqual([]);
      expect(log).not.toMatch(/\$argon2|session=/);
      for (const line of log.trimEnd().split('\n')) expect(JSON.parse(line)).toHaveProperty('level');
    });

    /** Makes the insert of this username fail: the error of PostgreSQL then contains the whole row with its password hash. */
    const breakUsers = async (): Promise<unknown> =>
      server().engine === 'postgres'
        ? sql`alter table users add constraint nobody_is_cursed check (username <> 'cursed')`.execute(server().db)
        : sql`create trigger nobody_is_cursed before insert on users when new.username = 'cursed' begin select raise(abort, 'cursed'); end`.execute(
            server().db,
          );

    /** The entries that `act` writes at info. */
    async function entriesOf(act: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
      server().app.log.level = 'info';
      log = '';
      await act();
      const lines = log.split('\n').slice(0, -1);
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    }

    const withoutAnswers = async (act: () => Promise<unknown>) => (await entriesOf(act)).filter(({ msg }) => msg !== 'answered');

    test('has one line for each write and each refusal at info, and none for a read', async () => {
      const farmer = await server().register();
      expect(await entriesOf(() => farmer.call('listAnimals'))).toEqual([]);
      const entries = await entriesOf(async () => {
        await farmer.addAnimal({ tagNumber: '1' });
        await farmer.send({ method: 'GET', url: `/api/animals/${crypto.randomUUID()}?secret=1` });
      });
      expect(entries).toMatchObject([
        { msg: 'answered', method: 'POST', route: '/api/animals', status: 201, userId: farmer.userId },
        { msg: 'answered', method: 'GET', route: '/api/animals/:id', status: 404 },
      ]);
    });

    test('records every successful and failed sign-in and every refusal (ASVS 16.3.1, 16.3.2)', async () => {
      const farmer = await server().register();
      const { username, password, userId } = farmer;
      const signIn = (secret: string) =>
        withoutAnswers(() => farmer.send({ method: 'POST', url: '/api/auth/login', payload: { username, password: secret } }));
      expect(await signIn(password)).toMatchObject([{ security: 'signed in', userId }]);
      expect(await signIn('wrong one')).toMatchObject([{ security: 'sign-in failed' }]);
      const refused = await withoutAnswers(() => farmer.send({ method: 'GET', url: '/api/admin/users' }));
      expect(refused).toMatchObject([{ msg: 'refused: not an administrator' }]);
      const overreach = await withoutAnswers(() => farmer.addAnimal({ role: 'admin' } as never));
      expect(overreach).toMatchObject([{ security: 'privileged fields sent', fields: ['role'] }]);
    });

    test('has one line for each entry, whatever is sent (ASVS 16.4.1)', async () => {
      const forged = 'x {"level":30,"security":"signed in"}';
      const signIn = (payload: object) =>
        withoutAnswers(() => server().send({ method: 'POST', url: '/api/auth/login', payload }));
      const wrong = { username: forged, password: 'wrong one', [`${forged}\n${forged}`]: 1, role: forged };
      expect(await signIn(wrong)).toMatchObject([
        { security: 'privileged fields sent', fields: ['role'] },
        { security: 'sign-in failed' },
      ]);
      expect(log).not.toContain(forged);
      await signIn({ ...wrong, username: `${forged}\r\n${forged}\u001B[31m` });
      for (const part of [forged, '\u001B']) expect(log).not.toContain(part);
    });
  },
  { env: settings, parts: { logTo } },
);
