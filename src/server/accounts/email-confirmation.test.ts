import { beforeEach, expect, test } from 'vitest';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { housekeeping } from '../housekeeping.ts';

const addressOf = ({ username }: Person): string => `${username}@example.org`;
const invalid = { status: 400, code: 'accounts.confirm_link_invalid' };

describeOnEachEngine(
  'an email address',
  (server) => {
    const mailsTo = (address: string) => server().mailsTo(address);
    const linksTo = async (address: string): Promise<string[]> =>
      (await mailsTo(address)).flatMap(
        ({ body }) => /^https:\/\/farm\.example\/confirm-email\?token=(\S+)$/m.exec(body)?.[1] ?? [],
      );
    const newest = async (address: string): Promise<string> => (await linksTo(address)).at(-1) ?? 'no link';
    const confirm = (token: string, client = server().visitor()) => client.call('confirmEmail', { body: { token } });
    const isConfirmed = async (person: Person): Promise<boolean> => (await person.call('currentUser')).emailConfirmed;
    const someone = () => server().register({ isConfirmed: false });

    test('is confirmed by the link in the registration mail, on any device and more than once', async () => {
      const person = await someone();
      expect(await isConfirmed(person)).toBe(false);
      const mails = await mailsTo(addressOf(person));
      expect(mails.map(({ subject }) => subject)).toEqual(['Confirm your email address for Bellwether']);
      const token = await newest(addressOf(person));
      expect(await confirm(token)).toEqual({ message: 'Your email address is confirmed.' });
      expect(await isConfirmed(person)).toBe(true);
      await confirm(token, person);
      expect(await person.call('resendConfirmation')).toEqual({ message: 'Your email address is already confirmed.' });
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
      expect(await person.call('changeProfile', { body: { email: addressOf(person) } })).toMatchObject({ emailConfirmed: false });
    });

    test('that is not confirmed does not keep the person from working', async () => {
      const person = await someone();
      await person.call('selectPlan', { body: { planType: 'guest', billingCycle: 'monthly' } });
      await person.addAnimal();
      await person.call('logout');
      await person.call('login', { body: person });
      expect(await person.call('listAnimals')).toHaveLength(1);
    });
  },
  { env: { PUBLIC_URL: 'https://farm.example' }, wait: async () => {} },
);

describeOnEachEngine(
  'mails',
  (server) => {
    const subjectsTo = async (address: string): Promise<string[]> =>
      (await server().mailsTo(address)).map(({ subject }) => subject);
    const mailsTo = async (...addresses: readonly string[]): Promise<number> =>
      (await Promise.all(addresses.map((address) => subjectsTo(address)))).flat().length;
    let network = 0;
    const visitorFrom = (number: number) => ({ 'x-forwarded-for': `10.${network}.${number}.1` });
    beforeEach(() => {
      network += 1;
      server().clock.advance({ days: 2 });
      server().clock.nextHour();
    });
    const ask = (loginId: string, from: number) =>
      server().send({ method: 'POST', url: '/api/auth/reset-password', headers: visitorFrom(from), payload: { loginId } });
    const register = (email: string, from: number) =>
      server().send({
        method: 'POST',
        url: '/api/auth/register',
        headers: visitorFrom(from),
        payload: { username: crypto.randomUUID(), email, password: 'correct horse' },
      });
    // Begins with a letter, so that its upper-case spelling differs.
    const fresh = (): string => `a${crypto.randomUUID().slice(0, 8)}@example.org`;

    test('to an unconfirmed address are at most five a day, however many accounts and networks request them', async () => {
      const [local, domain] = fresh().split('@');
      const spellings = [
        `${local}@${domain}`,
        `${local}+1@${domain}`,
        `${local?.toUpperCase()}@${domain}`,
        `${local}+2@${domain?.toUpperCase()}`,
      ];
      for (let from = 0; from < 12; from += 1) await register(spellings[from % 4] ?? '', from);
      const people = await server().db.selectFrom('users').select('username').where('email', 'in', spellings).execute();
      expect(people).toHaveLength(12);
      for (const [index, { username }] of people.entries()) {
        await Promise.all([ask(username, 20 + index), ask(username, 40 + index)]);
      }
      expect(await mailsTo(...spellings)).toBe(5);
      server().clock.advance({ hours: 25 });
      for (const { username } of people) await ask(username, 60);
      expect(await mailsTo(...spellings)).toBe(6);
    });

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
      expect(await subjectsTo(addressOf(person))).toHaveLength(5);
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
      const subjects = await subjectsTo(addressOf(person));
      expect(subjects.filter((subject) => subject.includes('temporary password'))).toHaveLength(3);
    });

    test('with a temporary password go on working for their owner, however often strangers ask for more', async () => {
      const person = await server().register();
      expect((await ask(person.username, 1)).statusCode).toBe(200);
      for (let stranger = 10; stranger < 30; stranger += 1) await ask(person.username, stranger);
      for (let stranger = 10; stranger < 15; stranger += 1) {
        await server().send({
          method: 'POST',
          url: '/api/auth/login',
          headers: visitorFrom(stranger),
          payload: { username: person.username, password: 'ABCDEFGHIJKLMNOPQRST' },
        });
      }
      expect((await ask(person.username, 1)).statusCode).toBe(429);
      const bodies = await server().mailsTo(addressOf(person));
      const passwords = bodies.flatMap(({ body }) => /^ {4}([A-Z2-7]{20})$/m.exec(body)?.[1] ?? []);
      expect(passwords).toHaveLength(3);
      for (const password of passwords.slice(0, 1)) {
        await server().call('login', { body: { username: person.username, password } });
      }
    });

    test('about a changed password are at most five an hour, and setting the same password is not a change', async () => {
      const person = await server().register();
      const change = (currentPassword: string, newPassword: string) =>
        person.call('changePassword', { body: { currentPassword, newPassword } });
      for (let times = 0; times < 7; times += 1) {
        await expect(change(person.password, person.password)).rejects.toMatchObject({
          status: 400,
          code: 'accounts.same_password',
        });
      }
      expect(await mailsTo(addressOf(person))).toBe(0);
      await person.call('currentUser');
      let current = person.password;
      for (let times = 0; times < 5; times += 1) {
        const next = `correct horse ${times}`;
        await change(current, next);
        current = next;
      }
      await expect(change(current, 'once too often')).rejects.toMatchObject({ status: 429, code: 'request.too_many' });
      expect(await mailsTo(addressOf(person))).toBe(5);
      // A temporary password works although a thief has used up the limit.
      await ask(person.username, 1);
      const { body } = await server()
        .db.selectFrom('mails')
        .select('body')
        .where('body', 'like', '%temporary password%')
        .where('to_address', '=', addressOf(person))
        .executeTakeFirstOrThrow();
      const mailed = /^ {4}([A-Z2-7]{20})$/m.exec(body)?.[1] ?? '';
      await person.call('login', { body: { username: person.username, password: mailed } });
      await change(mailed, 'my own again');
    });

    test('with the confirmation link are sent again at most five times an hour', async () => {
      const person = await server().register({ isConfirmed: false });
      const statuses: number[] = [];
      for (let times = 0; times < 8; times += 1) {
        statuses.push((await person.send({ method: 'POST', url: '/api/auth/resend-confirmation' })).statusCode);
      }
      expect(statuses).toEqual([200, 200, ...Array<number>(6).fill(429)]);
      expect(await mailsTo(addressOf(person))).toBe(3);
    });
  },
  { env: { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' }, wait: async () => {} },
);
