// @module-tag grows
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { commonErrors, errors, type ErrorCode } from '#contract/errors.ts';
import { api, type Api } from '#contract/index.ts';
import type { Reply, Route } from '#contract/route.ts';
import type { Client } from '#test/client.ts';
import { describeOnEachEngine, type TestServer } from '#test/engines.ts';
import { recordMeasurement } from '#test/measurements.ts';
import { expectInvariants } from '#test/invariants.ts';
import { anyRequest, type Actor, type AnyRequest } from '#test/request-arbitraries.ts';
import { seedFarm, type SeededFarm } from '#test/samples.ts';
import { readAllRows } from '#test/database-rows.ts';
import { isLongRun, seed } from '#test/long-run.ts';

const requestsPerSeed = isLongRun ? 1000 : 400;
const batch = 20;
/** The lists of a farm grow with every request, so a new farm replaces it after this many. */
const requestsPerFarm = 1500;
const timeoutMs = 5000;

describeOnEachEngine({ name: 'fuzzed requests', usually: 'postgres' }, (server) => {
  test(`no request fails the server, hangs or breaks a farm (TEST_SEED=${seed})`, { timeout: 3_600_000 }, async () => {
    await reopen(server());
    const bystander = await seedFarm(await server().register({ plan: 'enterprise' }));
    const before = await readAllRows(server(), bystander.person.farmId);
    const session = new FuzzSession(server(), bystander);
    let asked = 0;
    let slowest = 0;
    const counts = new Map<string, number>();
    const faults: string[] = [];
    const arbitrary = anyRequest();
    for (; asked < requestsPerSeed && faults.length < 10; asked += batch) {
      await session.refresh(asked);
      const some = fc.sample(arbitrary, { numRuns: batch, seed: seed + asked });
      // Four requests at once also cover races.
      for (let at = 0; at < some.length; at += 4) {
        const answers = await Promise.all(some.slice(at, at + 4).map((request) => session.ask(request)));
        for (const { request, response, durationMs } of answers) {
          slowest = Math.max(slowest, durationMs);
          const kind = `${Math.floor(response.statusCode / 100)}xx`;
          counts.set(kind, (counts.get(kind) ?? 0) + 1);
          const fault = violationOf(api[request.route], response, durationMs);
          if (fault) faults.push(`${fault}\n${JSON.stringify(request)}\n${response.payload}`.slice(0, 2000));
        }
      }
    }
    expect(faults).toEqual([]);
    await expectInvariants(server());
    expect(await readAllRows(server(), bystander.person.farmId)).toEqual(before);
    // If nearly every request were refused, the test would cover little.
    expect((counts.get('2xx') ?? 0) / asked).toBeGreaterThan(0.1);
    recordMeasurement(`fuzzed requests, ${server().engine}, seed ${seed}`, asked);
    recordMeasurement(
      `fuzz: answers by class, ${server().engine}, seed ${seed}`,
      ['2xx', '4xx', '5xx'].map((kind) => `${kind} ${counts.get(kind) ?? 0}`).join(', '),
    );
    recordMeasurement(`fuzz: slowest answer, ${server().engine}, seed ${seed}`, `${Math.round(slowest)} ms`);
  });
});

/** The violation in an answer; undefined where the contract allows the answer. */
function violationOf(route: Route, response: LightMyRequestResponse, durationMs: number): string | undefined {
  if (isLongRun && durationMs > timeoutMs) return `took ${Math.round(durationMs)} ms`;
  if (response.statusCode < 400) return route === api.sync ? failureIn(response) : undefined;
  if (!response.headers['content-type']?.toString().startsWith('application/problem+json')) return 'no problem+json';
  const { code, status } = response.json<{ code: ErrorCode; status: number }>();
  if (status !== response.statusCode || errors[code][0] !== status) return 'another status than its code has';
  if (/node_modules|SQLITE|sqlite|postgres|\bat \w+ \(|file:\/\//.test(response.payload.replaceAll(/"errors":.*/g, '')))
    return 'tells of internals';
  const known: readonly ErrorCode[] = [
    ...(route.errors ?? []),
    ...commonErrors,
    'session.required',
    'role.forbidden',
    'access.role',
    'route.not_found',
  ];
  if (!known.includes(code)) return `${code} is not in the contract of this route`;
  return code.startsWith('server.') ? `answered ${status}` : undefined;
}

/** An operation that fails by a mistake of the server is answered as one that comes later. */
function failureIn(response: LightMyRequestResponse): string | undefined {
  const { results } = response.json<Reply<Api['sync']>>();
  return results.some(({ code }) => code?.startsWith('server.')) ? 'an operation failed' : undefined;
}

/** Undoes what requests of administrators can do to everyone: plans that are closed, registration by invitation alone. */
async function reopen({ db }: TestServer): Promise<void> {
  await db.updateTable('pricing_plans').set({ animal_limit: 5000, is_active: true }).execute();
  await db.deleteFrom('site_settings').execute();
}

/** The clients and the ids of the rows that the requests refer to. */
class FuzzSession {
  readonly #server: TestServer;
  readonly #bystander: SeededFarm;
  #people = new Map<Actor, Client>();
  #ids = new Map<string, string[]>();
  #refreshedAt = -Infinity;

  constructor(server: TestServer, bystander: SeededFarm) {
    this.#server = server;
    this.#bystander = bystander;
  }

  async refresh(asked: number): Promise<void> {
    if (asked - this.#refreshedAt >= requestsPerFarm) {
      this.#refreshedAt = asked;
      await reopen(this.#server);
      const admin = await this.#server.register({ isAdmin: true });
      const person = async (options: Parameters<TestServer['register']>[0]) => this.#server.register(options);
      const [owner, neighbour] = [await person({ plan: 'enterprise' }), await person({ plan: 'premium' })];
      const [guest, deleted, demoted] = [await person({ plan: 'guest' }), await person({}), await person({ isAdmin: true })];
      this.#people = new Map<Actor, Client>(
        Object.entries({ owner, neighbour, guest, admin, deleted, demoted }) as [Actor, Client][],
      );
      await admin.call('deleteUser', { params: { id: deleted.userId }, query: {} });
      await admin.call('changeUserRole', { params: { id: demoted.userId }, body: { role: 'guest' } });
      const farm = await seedFarm(owner);
      const plans = await admin.call('listAdminPricingPlans');
      const coupon = await admin.call('addCoupon', { body: { code: crypto.randomUUID(), discountPercent: 100 } });
      this.#ids = new Map([
        ['animals', [farm.kid, farm.doe, farm.buck]],
        ['does', [farm.doe]],
        ['bucks', [farm.buck]],
        ['breeding-records', [farm.ids['breeding-records'] ?? '']],
        ['imports', [farm.ids['imports'] ?? '']],
        ['pricing-plans', plans.map(({ id }) => id)],
        ['coupons', [coupon.id]],
        ['users', [guest.userId, neighbour.userId, crypto.randomUUID()]],
        ['usernames', [owner.username, guest.username, 'nobody at all']],
        ['epoch', [farm.epoch]],
        ['bystander', [this.#bystander.kid, ...Object.values(this.#bystander.ids)]],
        ['picture', ['/uploads/00000000000000000000000000000000.webp']],
      ]);
    }
    const isSignedOut = ([actor, client]: [Actor, Client]) =>
      !client.cookies.has('session') && actor !== 'deleted' && actor !== 'demoted';
    if ([...this.#people].some(isSignedOut)) this.#refreshedAt = -Infinity;
    if (this.#refreshedAt === -Infinity) await this.refresh(asked);
  }

  async ask(request: AnyRequest): Promise<{ request: AnyRequest; response: LightMyRequestResponse; durationMs: number }> {
    const route: Route = api[request.route];
    const client = this.#people.get(request.actor) ?? this.#server.visitor();
    const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(
        this.#resolve(request.params[name] ?? '')
          .toWellFormed()
          .slice(0, 190),
      ),
    );
    const started = performance.now();
    const response = await client.send({
      method: route.method,
      url: `/api${path}${request.query === '' ? '' : `?${this.#resolve(request.query)}`}`,
      headers: request.contentType === undefined ? {} : { 'content-type': request.contentType },
      ...(request.body !== undefined && { payload: this.#resolve(request.body) }),
    });
    const durationMs = performance.now() - started;
    if (response.statusCode === 201 && request.actor === 'owner') this.#remember(route, response);
    return { request, response, durationMs };
  }

  #resolve(text: string): string {
    return text.replaceAll(/(?:@|%40)([a-z-]+)(?::|%3A)(\d{1,2})/g, (whole, kind: string, number: string) => {
      const ids = this.#ids.get(kind);
      return ids ? (ids[Number(number) % ids.length] ?? '') : kind === 'nothing' ? crypto.randomUUID() : whole;
    });
  }

  #remember(route: Route, response: LightMyRequestResponse): void {
    const kind = route.path.split('/').at(-1) ?? '';
    const { id, sex } = response.json<{ id: string; sex?: string }>();
    for (const list of [kind, ...(sex === undefined ? [] : [sex === 'female' ? 'does' : 'bucks'])]) {
      const ids = this.#ids.get(list);
      if (ids && ids.length < 100) ids.push(id);
    }
  }
}
