import { beforeEach, expect, test } from 'vitest';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { housekeeping } from '../housekeeping.ts';

const addressOf = ({ username }: Person): string => `${username}@example.org`;
const invalid = { status: 400, code: 'accounts.confirm_link_invalid' };

describeOnEachEngine(
  'an email address',
  (server) => {
    const mailsTo = (address: string) => server().mailsTo(address);
    const newest = async (address: string): Promise<string> =>
      /^https:\/\/farm\.example\/confirm-email\?token=(\S+)$/m.exec((await mailsTo(address)).at(-1)?.body ?? '')?.[1] ??
      'no link';
    const confirm = (token: string, client = server().visitor()) => client.call('confirmEmail', { body: { token } });
    const isConfirmed = async (person: Person): Promise<boolean> => (await person.call('currentUser')).emailConfirmed;
    const someone = () => server().register({ isConfirmed: false });

    test('is confirmed by the link in the registration mail, on any device and more than once', async () => {
      const person = await someone();
      expect(await isConfirmed(person)).toBe(false);
      const token = await newest(addressOf(person));
      await confirm(token);
      expect(await isConfirmed(person)).toBe(true);
      await confirm(token, person);
      await person.call('resendConfirmation');
      expect(await mailsTo(addressOf(person))).toHaveLength(1);
    });

    test('is not confirmed by a GET of the link, which mail scanners do', async () => {
      const person = await someone();
      const token = await newest(addressOf(person));
      for (const url of ['/api/auth/confirm-email', '/confirm-email']) {
        for (const method of ['GET', 'HEAD'] as const) await server().send({ method, url: `${url}?token=${token}` });
      }
      expect(await isConfirmed(person)).toBe(false);
      expect(JSON.stringify(await server().db.selectFrom('email_confirmations').selectAll().execute())).not.toContain(token);
    });

    test('is not confirmed by a person who is signed in to another account', async () => {
      const [person, other] = [await someone(), await someone()];
      const refused = confirm(await newest(addressOf(person)), other);
      await expect(refused).rejects.toMatchObject({ status: 409, code: 'accounts.confirm_link_of_other' });
      expect([await isConfirmed(person), await isConfirmed(other)]).toEqual([false, false]);
    });

    test('is confirmed within seven days; afterwards another link is needed', async () => {
      const person = await someone();
      const [early, late] = [await newest(addressOf(person)), await newest(addressOf(await someone()))];
      server().clock.advance({ days: 6, hours: 23 });
      await confirm(early);
      server().clock.advance({ hours: 2 });
      await expect(confirm(late)).rejects.toMatchObject({ status: 400, code: 'accounts.confirm_link_expired' });
      server().clock.advance({ days: 31 });
      await housekeeping.run(server().app.deps, new AbortController().signal);
      await expect(confirm(late)).rejects.toMatchObject(invalid);
    });

    test('that was changed since is not confirmed by a link to the one before', async () => {
      const person = await someone();
      const token = await newest(addressOf(person));
      const second = `second-${addressOf(person)}`;
      expect(await person.call('changeProfile', { body: { email: second } })).toMatchObject({ emailConfirmed: false });
      await expect(confirm(token)).rejects.toMatchObject(invalid);
      await confirm(await newest(second));
      expect(await isConfirmed(person)).toBe(true);
      // Another spelling is the same address.
      const spelled = await person.call('changeProfile', { body: { email: second.toUpperCase() } });
      expect(spelled).toMatchObject({ email: second.toUpperCase(), emailConfirmed: true });
      expect((await mailsTo(second.toUpperCase())).length).toBe(0);
    });
  },
  { env: { PUBLIC_URL: 'https://farm.example' }, wait: async () => {} },
);

describeOnEachEngine(
  'mails',
  (server) => {
    const mailsTo = async (address: string): Promise<number> => (await server().mailsTo(address)).length;
    let network = 0;
    const visitorFrom = (number: number) => ({ 'x-forwarded-for': `10.${network}.${number}.1` });
    beforeEach(() => {
      network += 1;
      server().clock.advance({ days: 2 });
      server().clock.nextHour();
    });
    const post = (path: string, from: number, payload: object) =>
      server().send({ method: 'POST', url: `/api/auth/${path}`, headers: visitorFrom(from), payload });
    const ask = (loginId: string, from: number) => post('reset-password', from, { loginId });
    const register = (email: string, from: number) =>
      post('register', from, { username: crypto.randomUUID(), email, password: 'correct horse' });

    test('requested by one network leave one of the five for others', async () => {
      const person = await server().register({ isConfirmed: false });
      server().clock.advance({ hours: 25 });
      for (let account = 0; account < 10; account += 1) await register(addressOf(person), 1);
      for (let request = 0; request < 2; request += 1) await ask(person.username, 1);
      const before = await mailsTo(addressOf(person));
      await ask(person.username, 2);
      expect(await mailsTo(addressOf(person))).toBe(before + 1);
    });

    test('that confirm or inform leave two of the five for account recovery', async () => {
      const person = await server().register({ isConfirmed: false });
      for (let account = 0; account < 10; account += 1) await register(addressOf(person), account);
      let currentPassword = person.password;
      for (let change = 0; change < 4; change += 1) {
        const newPassword = `correct horse ${change}`;
        await person.call('changePassword', { body: { currentPassword, newPassword } });
        currentPassword = newPassword;
      }
      expect(await mailsTo(addressOf(person))).toBe(3);
      await Promise.all([ask(person.username, 20), ask(person.username, 21), ask(person.username, 22)]);
      expect(await mailsTo(addressOf(person))).toBe(5);
    });

    test('about plans go to confirmed addresses only', async () => {
      for (const isConfirmed of [false, true]) {
        const person = await server().register({ isConfirmed });
        const couponCode = await server().addCoupon(100);
        const before = await mailsTo(addressOf(person));
        await person.call('selectPlan', { body: { planType: 'basic', billingCycle: 'monthly', couponCode } });
        expect(await mailsTo(addressOf(person))).toBe(before + (isConfirmed ? 1 : 0));
      }
    });

    test('to a confirmed address are not used up by accounts that have entered it without confirming it', async () => {
      const person = await server().register();
      for (let account = 0; account < 10; account += 1) await register(addressOf(person), account);
      expect(await mailsTo(addressOf(person))).toBe(3);
      for (let request = 0; request < 3; request += 1) expect((await ask(person.username, 20)).statusCode).toBe(200);
      expect(await mailsTo(addressOf(person))).toBe(6);
    });

    test('with a temporary password go on working for their owner, however often strangers ask for more', async () => {
      const person = await server().register();
      expect((await ask(person.username, 1)).statusCode).toBe(200);
      for (let stranger = 10; stranger < 30; stranger += 1) await ask(person.username, stranger);
      const guess = { username: person.username, password: 'ABCDEFGHIJKLMNOPQRST' };
      for (let stranger = 10; stranger < 15; stranger += 1) await post('login', stranger, guess);
      expect((await ask(person.username, 1)).statusCode).toBe(429);
      const bodies = await server().mailsTo(addressOf(person));
      const passwords = bodies.flatMap(({ body }) => /^ {4}([A-Z2-7]{20})$/m.exec(body)?.[1] ?? []);
      expect(passwords).toHaveLength(3);
      await server().call('login', { body: { username: person.username, password: passwords[0] ?? '' } });
    });
  },
  { env: { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' }, wait: async () => {} },
);
