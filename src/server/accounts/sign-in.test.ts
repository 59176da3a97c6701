import { beforeEach, expect, test } from 'vitest';
import { countHashes } from '#test/cheap-passwords.ts';
import { describeOnEachEngine } from '#test/engines.ts';

const right = 'correct horse';

const waits: number[] = [];
const growing = [0, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_000, 25_000, 25_000, 25_000];

describeOnEachEngine(
  'sign-in limits',
  (server) => {
    let address = 0;

    beforeEach(() => {
      server().clock.nextHour();
      waits.length = 0;
      address += 1;
    });

    const from = (sender: string, username: string, password: string) => {
      const headers = { 'x-forwarded-for': sender };
      return server().send({ method: 'POST', url: '/api/auth/login', headers, payload: { username, password } });
    };
    const ip = (last: number) => `10.${address}.0.${last}`;

    test('after ten failures a minute from one address the eleventh attempt is refused; right passwords use up no limit', async () => {
      const { username } = await server().register();
      for (let failure = 0; failure < 10; failure += 1) {
        expect((await from(ip(1), `nobody ${failure}`, 'wrong one')).statusCode).toBe(401);
      }
      const refused = await from(ip(1), username, right);
      expect(refused.statusCode).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
      for (let time = 0; time < 12; time += 1) expect((await from(ip(2), username, right)).statusCode).toBe(200);
      server().clock.advance({ minutes: 1 });
      expect((await from(ip(1), username, right)).statusCode).toBe(200);
    });

    test('an IPv6 network counts as one address', async () => {
      for (let failure = 0; failure < 10; failure += 1) await from(`2001:db8:${address}:1::${failure}`, 'nobody', 'wrong one');
      expect((await from(`2001:db8:${address}:1:ffff::1`, 'nobody', 'wrong one')).statusCode).toBe(429);
      expect((await from(`2001:db8:${address}:2::1`, 'nobody', 'wrong one')).statusCode).toBe(401);
    });

    test('wrong passwords for one name slow its next answer down, known or not, and never lock it (ASVS 6.1.1, 6.3.1)', async () => {
      const { username } = await server().register();
      const delays = async (name: string): Promise<number[]> => {
        waits.length = 0;
        for (let failure = 0; failure < 12; failure += 1) await from(ip(failure), name, 'wrong one');
        return [...waits];
      };
      expect(await delays(username)).toEqual(growing);
      expect(await delays('nobody has this')).toEqual(growing);

      expect((await from(ip(100), username, right)).statusCode).toBe(200);
      waits.length = 0;
      expect((await from(ip(101), username, right)).statusCode).toBe(200);
      expect(waits).toEqual([0]);
    });

    test('guesses for one name at the same moment from many addresses are slowed down like guesses made one after another', async () => {
      const { username } = await server().register();
      const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => from(ip(index), username, 'wrong one')));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(401));
      expect(waits.toSorted((a, b) => a - b)).toEqual(growing);
    });

    test('one account can sign in sixty times a minute from all addresses together, and strangers cannot use that up', async () => {
      const { username } = await server().register();
      const all = (password: string) =>
        Promise.all(Array.from({ length: 70 }, async (_, n) => (await from(ip(n), username, password)).statusCode));
      expect(new Set(await all('wrong one'))).toEqual(new Set([401]));
      const statuses = await all(right);
      expect([200, 429].map((status) => statuses.filter((each) => each === status).length)).toEqual([60, 10]);
      server().clock.advance({ minutes: 1 });
      expect((await from(ip(100), username, right)).statusCode).toBe(200);
    });
  },
  { env: { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' }, wait: async (ms: number) => void waits.push(ms) },
);

describeOnEachEngine('a failed sign-in', (server) => {
  test('computes as many hashes whether the name is known or not (ASVS 6.3.8)', async () => {
    const { username } = await server().register();
    const hashes = countHashes(server().app);
    const work = async (name: string, password: string): Promise<number> => {
      const before = hashes();
      await expect(server().call('login', { body: { username: name, password } })).rejects.toMatchObject({ status: 401 });
      return hashes() - before;
    };
    // The form of a temporary password is looked up separately.
    for (const [count, password] of [
      [1, 'wrong one'],
      [2, 'ABCDEFGHIJKLMNOPQRST'],
    ] as const) {
      expect([await work(username, password), await work('nobody has this', password)]).toEqual([count, count]);
    }
  });
});
