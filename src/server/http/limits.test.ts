import { beforeEach, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { countInMemory, createRateLimiter } from './limits.ts';

type Limited = readonly [
  name: string,
  served: number,
  status: number,
  ask: (person: Person, visitor: Client, index: number) => Promise<{ statusCode: number }>,
];

const post = (client: Client, url: string, payload: object = {}) => client.send({ method: 'POST', url: `/api${url}`, payload });
const get = (client: Client, url: string) => client.send({ method: 'GET', url });
const some = (): string => crypto.randomUUID();

const limited: readonly Limited[] = [
  [
    'wrong passwords from one network address',
    10,
    401,
    (person, visitor) => post(visitor, '/auth/login', { username: person.username, password: 'wrong one' }),
  ],
  [
    'wrong current passwords of one account',
    10,
    400,
    (person) => post(person, '/auth/change-password', { currentPassword: 'wrong one', newPassword: 'battery staple' }),
  ],
  [
    'password resets for one name from one network address',
    3,
    200,
    (person, visitor) => post(visitor, '/auth/reset-password', { loginId: person.username }),
  ],
  [
    'password resets for a name that nobody has',
    3,
    200,
    (_, visitor) => post(visitor, '/auth/reset-password', { loginId: 'nobody has this' }),
  ],
  [
    'password resets from one network address',
    10,
    200,
    (_, visitor) => post(visitor, '/auth/reset-password', { loginId: some() }),
  ],
  [
    'registrations from one network address',
    100,
    201,
    (_, visitor) => post(visitor, '/auth/register', { username: some(), email: 'a@example.org', password: 'correct horse' }),
  ],
  ['guessed links that take an address back', 20, 400, (_, visitor) => post(visitor, '/auth/revert-email', { token: some() })],
  ['guessed links that confirm an address', 20, 400, (_, visitor) => post(visitor, '/auth/confirm-email', { token: some() })],
  ['questions about setup links', 60, 200, (_, visitor) => post(visitor, '/auth/setup-link', { token: some() })],
  ['coupon codes tried by one account', 10, 400, (person) => post(person, '/validate-coupon', { code: some() })],
  [
    'checkouts of one farm',
    60,
    200,
    (person) => post(person, '/create-checkout-session', { planType: 'basic', billingCycle: 'monthly' }),
  ],
  [
    'new email addresses of one account',
    5,
    200,
    (person, _, index) =>
      person.send({ method: 'PATCH', url: '/api/users/profile', payload: { email: `n${index}-${some()}@example.org` } }),
  ],
  ['visits of the marketplace from one network address', 60, 200, (_, visitor) => get(visitor, '/api/for-sale?limit=1')],
  ['visits of the marketplace by one account', 120, 200, (person) => get(person, '/api/for-sale?limit=1')],
  ['feeds and sitemaps', 60, 200, (_, visitor, n) => get(visitor, n % 2 ? '/sitemap.xml' : '/for-sale/feed.xml')],
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

    test('wrong coupon codes count against the network address', async () => {
      const people = await Promise.all(Array.from({ length: 6 }, () => server().register({ plan: 'guest' })));
      await server().db.deleteFrom('rate_limits').execute();
      const answers = await Promise.all(
        people.flatMap((person) => Array.from({ length: 10 }, () => post(person, '/validate-coupon', { code: some() }))),
      );
      expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(30);
      expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(30);
    });

    test('that ask for links to confirm an address never pass five mails a day, whichever accounts ask', async () => {
      const email = `shared-${some()}@example.org`;
      const register = () => post(server().visitor(), '/auth/register', { username: some(), email, password: 'correct horse' });
      const registered = await Promise.all(Array.from({ length: 30 }, register));
      expect(registered.map(({ statusCode }) => statusCode)).toEqual(Array(30).fill(201));
      const names = await server().db.selectFrom('users').select('username').where('email', '=', email).execute();
      await Promise.all(names.map(({ username }) => post(server().visitor(), '/auth/reset-password', { loginId: username })));
      const mails = await server().mailsTo(email);
      expect(mails.length).toBeLessThanOrEqual(5);
      expect(mails.length).toBeGreaterThan(2);
    });
  },
  { env: { RATE_LIMITS: 'on', PAYMENTS: 'test' }, wait: async () => {} },
);

test('two limits with windows of their own count right, asked in turn for ten minutes', async () => {
  const begin = Date.parse('2026-05-01T10:00:30Z');
  let now = begin;
  const limiter = createRateLimiter(countInMemory(), true, () => new Date(now));
  const perMinute = { hits: 60, seconds: 60 };
  const perTenMinutes = { hits: 30, seconds: 600 };
  const served = { minute: new Map<string, number>(), tenMinutes: new Map<string, number>() };
  const hit = async (counts: Map<string, number>, limit: typeof perMinute) => {
    const start = String(Math.floor(now / 1000 / limit.seconds));
    const isServed = await limiter.hit(`key ${limit.seconds}`, limit, 'Wait.').then(
      () => true,
      () => false,
    );
    counts.set(start, (counts.get(start) ?? 0) + Number(isServed));
  };
  for (; now < begin + 600_000; now += 250) {
    await hit(served.minute, perMinute);
    await hit(served.tenMinutes, perTenMinutes);
  }
  expect([...served.minute.values()]).toEqual(Array(11).fill(60));
  expect([...served.tenMinutes.values()]).toEqual([30, 30]);
});
