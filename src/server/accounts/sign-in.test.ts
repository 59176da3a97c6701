import { beforeEach, expect, test, vi } from 'vitest';
import { Problem } from '#server/problem.ts';
import { countHashes } from '#test/cheap-passwords.ts';
import { describeOnEachEngine } from '#test/engines.ts';

const right = 'correct horse';

const waits: number[] = [];
const strict = {
  env: { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' },
  wait: async (ms: number) => void waits.push(ms),
};

describeOnEachEngine(
  'sign-in limits',
  (server) => {
    let address = 0;

    beforeEach(() => {
      server().clock.nextHour();
      waits.length = 0;
      address += 1;
    });

    const from = (ip: string, username: string, password: string) =>
      server().send({
        method: 'POST',
        url: '/api/auth/login',
        headers: { 'x-forwarded-for': ip },
        payload: { username, password },
      });
    const ip = (last: number) => `10.${address}.0.${last}`;

    test('after ten failures a minute from one address the eleventh attempt is refused with a sentence', async () => {
      const { username } = await server().register();
      for (let failure = 0; failure < 10; failure += 1) {
        expect((await from(ip(1), `nobody ${failure}`, 'wrong one')).statusCode).toBe(401);
      }
      const refused = await from(ip(1), username, right);
      expect(refused.statusCode).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
      expect(refused.json().message).toBe('Too many failed attempts to sign in. Wait a minute and try again.');
      expect((await from(ip(2), username, right)).statusCode).toBe(200);
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
      const known = await delays(username);
      expect(known).toEqual([0, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_000, 25_000, 25_000, 25_000]);
      expect(await delays('nobody has this')).toEqual(known);

      expect((await from(ip(100), username, right)).statusCode).toBe(200);
      waits.length = 0;
      expect((await from(ip(101), username, right)).statusCode).toBe(200);
      expect(waits).toEqual([0]);
    });

    test('guesses for one name at the same moment from many addresses are slowed down like guesses made one after another', async () => {
      const { username } = await server().register();
      const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => from(ip(index), username, 'wrong one')));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(401));
      expect(waits.toSorted((a, b) => a - b)).toEqual([
        0, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_000, 25_000, 25_000, 25_000,
      ]);
    });

    test('concurrent sign-ins with the right password use up no limit', async () => {
      const people = await Promise.all(Array.from({ length: 10 }, () => server().register()));
      for (let round = 0; round < 3; round += 1) {
        const answers = await Promise.all(people.map(({ username }) => from(ip(1), username, right)));
        expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
      }
    });

    test('an attempt that was not checked because the server is busy uses up no limit', async () => {
      const { username } = await server().register();
      const { passwords } = server().app.deps;
      const isRight = vi.spyOn(passwords, 'isRight').mockRejectedValue(new Problem('server.busy'));
      for (let attempt = 0; attempt < 15; attempt += 1) expect((await from(ip(1), username, right)).statusCode).toBe(503);
      isRight.mockRestore();
      waits.length = 0;
      expect((await from(ip(1), username, right)).statusCode).toBe(200);
      expect(waits).toEqual([0]);
    });

    test('one account can sign in sixty times a minute from all addresses together, and strangers cannot use that up', async () => {
      const { username } = await server().register();
      for (let round = 0; round < 2; round += 1) {
        const guesses = await Promise.all(Array.from({ length: 35 }, (_, index) => from(ip(index), username, 'wrong one')));
        expect(guesses.map(({ statusCode }) => statusCode)).toEqual(Array(35).fill(401));
      }
      const answers: number[] = [];
      for (let burst = 0; burst < 7; burst += 1) {
        const some = await Promise.all(Array.from({ length: 10 }, (_, index) => from(ip(100 + index), username, right)));
        answers.push(...some.map(({ statusCode }) => statusCode));
      }
      expect(answers.filter((status) => status === 200)).toHaveLength(60);
      expect(answers.filter((status) => status === 429)).toHaveLength(10);
      const other = await server().register();
      expect((await from(ip(100), other.username, right)).statusCode).toBe(200);
      server().clock.advance({ minutes: 1 });
      expect((await from(ip(100), username, right)).statusCode).toBe(200);
    });
  },
  strict,
);

describeOnEachEngine('a failed sign-in', (server) => {
  test('computes as many hashes whether the name is known or not (ASVS 6.3.8)', async () => {
    const { username } = await server().register();
    const hashes = countHashes(server().app);
    const work = async (name: string, password: string): Promise<number> => {
      const before = hashes();
      const { statusCode } = await server().send({
        method: 'POST',
        url: '/api/auth/login',
        payload: { username: name, password },
      });
      expect(statusCode).toBe(401);
      return hashes() - before;
    };
    // The form of a temporary password is looked up separately.
    for (const [password, count] of [
      ['wrong one', 1],
      ['ABCDEFGHIJKLMNOPQRST', 2],
    ] as const) {
      expect([await work(username, password), await work('nobody has this', password)]).toEqual([count, count]);
    }
  });
});
