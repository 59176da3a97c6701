import { beforeEach, expect, test } from 'vitest';
import { countInDatabase, createRateLimiter } from './limits.ts';
import type { Client } from '#test/client.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

type Ask = (person: Person, visitor: Client, index: number) => Promise<{ statusCode: number }>;
type Limited = readonly [name: string, served: number, status: number, ask: Ask];

const post = (client: Client, url: string, payload: object = {}) => client.send({ method: 'POST', url: `/api${url}`, payload });
const get = (client: Client, url: string) => client.send({ method: 'GET', url });
const some = (): string => crypto.randomUUID();

const logIn: Ask = ({ username }, visitor) => post(visitor, '/auth/login', { username, password: 'wrong one' });
const changePassword: Ask = (person) =>
  post(person, '/auth/change-password', { currentPassword: 'wrong one', newPassword: 'battery staple' });
const reset = (visitor: Client, loginId: string) => post(visitor, '/auth/reset-password', { loginId });
const register: Ask = (_, visitor) =>
  post(visitor, '/auth/register', { username: some(), email: 'a@example.org', password: 'correct horse' });
const changeAddress: Ask = (person, _, n) =>
  person.send({ method: 'PATCH', url: '/api/users/profile', payload: { email: `n${n}-${some()}@example.org` } });
const choosePlan: Ask = (person) =>
  post(person, '/select-plan', { planType: 'premium', billingCycle: 'yearly', couponCode: some() });
const checkOut: Ask = (person) => post(person, '/create-checkout-session', { planType: 'basic', billingCycle: 'monthly' });

const limited: readonly Limited[] = [
  ['wrong passwords from one network address', 10, 401, logIn],
  ['wrong current passwords of one account', 10, 400, changePassword],
  ['password resets for one name from one network address', 3, 200, ({ username }, visitor) => reset(visitor, username)],
  ['password resets for a name that nobody has', 3, 200, (_, visitor) => reset(visitor, 'nobody has this')],
  ['password resets from one network address', 10, 200, (_, visitor) => reset(visitor, some())],
  ['registrations from one network address', 100, 201, register],
  ['guessed links that take an address back', 20, 400, (_, visitor) => post(visitor, '/auth/revert-email', { token: some() })],
  ['guessed links that confirm an address', 20, 400, (_, visitor) => post(visitor, '/auth/confirm-email', { token: some() })],
  ['questions about setup links', 60, 200, (_, visitor) => post(visitor, '/auth/setup-link', { token: some() })],
  ['coupon codes tried by one account', 10, 400, (person) => post(person, '/validate-coupon', { code: some() })],
  ['coupon codes tried by choosing a plan', 10, 402, choosePlan],
  ['checkouts of one farm', 60, 200, checkOut],
  ['new email addresses of one account', 5, 200, changeAddress],
  ['visits of the marketplace from one network address', 60, 200, (_, visitor) => get(visitor, '/api/for-sale?limit=1')],
  ['visits of the marketplace by one account', 120, 200, (person) => get(person, '/api/for-sale?limit=1')],
  ['feeds and sitemaps', 60, 200, (_, visitor, n) => get(visitor, n % 2 ? '/sitemap.xml' : '/for-sale/feed.xml')],
  ['downloads of an archive', 10, 200, (person) => get(person, '/api/archive')],
  ['guessed calendar links', 30, 404, (_, visitor) => get(visitor, `/api/calendar/${'x'.repeat(43)}.ics`)],
];

describeOnEachEngine(
  { name: 'requests at the same moment', usually: 'both' },
  (server) => {
    beforeEach(async () => {
      await server().db.deleteFrom('rate_limits').execute();
      server().clock.nextHour();
    });

    test.each(limited)('are limited like requests one after another: %s', async (_name, served, status, ask) => {
      const person = await server().register({ plan: 'guest' });
      await server().db.deleteFrom('rate_limits').execute();
      const answers = await Promise.all(
        Array.from({ length: served + 25 }, (_, index) => ask(person, server().visitor(), index)),
      );
      const statuses = answers.map(({ statusCode }) => statusCode);
      expect(statuses.filter((one) => one === status)).toHaveLength(served);
      expect(statuses.filter((one) => one === 429)).toHaveLength(25);
    });

    test('a farm uploads sixty pictures in ten minutes, and other farms do not notice', async () => {
      const [many, other] = [await server().register(), await server().register()];
      const upload = async (person: Person) => (await person.sendFile('uploadImage', { bytes: 'no picture' })).statusCode;
      for (let n = 0; n < 60; n += 1) expect(await upload(many)).toBe(415);
      expect([await upload(many), await upload(other)]).toEqual([429, 415]);
      server().clock.advance({ minutes: 9 });
      expect(await upload(many)).toBe(429);
      server().clock.advance({ minutes: 1 });
      expect(await upload(many)).toBe(415);
    });

    test('a farm imports twenty archives in an hour', async () => {
      const person = await server().register();
      const take = async () => (await person.sendFile('importArchive', { bytes: 'x' })).statusCode;
      for (let n = 0; n < 20; n += 1) expect(await take()).toBe(400);
      expect(await take()).toBe(429);
    });

    test('servers whose clocks differ count together, and a clock that was wrong locks nobody out', async () => {
      const limit = { hits: 3, seconds: 600 };
      const at = (time: string) => {
        const limiter = createRateLimiter(countInDatabase(server().db), true, () => new Date(`2026-12-01T${time}Z`));
        return limiter.hit('shared', limit, 'Too often.').then(
          () => 'served',
          () => 'refused',
        );
      };
      const [slow, fast] = ['09:59:30', '10:01:00'];
      const answers: string[] = [];
      for (const time of [slow, fast, slow, fast, slow, fast]) answers.push(await at(time));
      expect(answers).toEqual(['served', 'served', 'served', 'served', 'refused', 'refused']);
      expect([await at('09:40:00'), await at('09:40:00')]).toEqual(['served', 'served']);
    });

    test('wrong coupon codes count against the network address', async () => {
      const people = await Promise.all(Array.from({ length: 6 }, () => server().register({ plan: 'guest' })));
      await server().db.deleteFrom('rate_limits').execute();
      const answers = await Promise.all(
        people.flatMap((person) => Array.from({ length: 10 }, () => post(person, '/validate-coupon', { code: some() }))),
      );
      expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(30);
      expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(30);
    });
  },
  { env: { RATE_LIMITS: 'on', PAYMENTS: 'test' }, wait: async () => {} },
);
