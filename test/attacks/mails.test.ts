import { describe, expect, test } from 'vitest';
import { api, type Api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import type { Client } from '#test/client.ts';
import { describeOnEachEngine, useTestServer, type Person, type TestServer, type TestServerOptions } from '#test/engines.ts';
import { bodyFields, sampleInput, seedFarm } from '#test/samples.ts';
import { sampledTest } from '#test/long-run.ts';

/** An account whose address is the victim's, and the clients that call the routes. */
interface Scenario {
  readonly server: TestServer;
  readonly address: string;
  readonly person: Person;
  readonly admin: Person;
  password: string;
}

type MailTrigger = (scenario: Scenario, index: number) => Promise<unknown>;

const send = (client: Client, route: keyof Api, payload: object | undefined, id = ''): Promise<{ statusCode: number }> =>
  client.send({ method: api[route].method, url: `/api${api[route].path.replace(':id', id)}`, ...(payload && { payload }) });

/** More than any limit by hour lets through. */
const burst = 30;
const timesAnHour = 2;

/** How each route that queues mails is made to queue as many as it can. A new route has to be added here. */
const mailTriggers: Partial<Record<keyof Api, MailTrigger>> = {
  register: ({ server, address }, index) =>
    send(server.visitor(), 'register', {
      username: `zqx ${crypto.randomUUID()}`,
      email: spellingOf(address, index),
      password: 'correct horse',
    }),
  resetPassword: ({ server, person }) => send(server.visitor(), 'resetPassword', { loginId: person.username }),
  resendConfirmation: ({ person }) => send(person, 'resendConfirmation', undefined),
  changePassword: async (scenario, index) => {
    const newPassword = `correct horse ${index} ${crypto.randomUUID()}`;
    const { statusCode } = await send(scenario.person, 'changePassword', { currentPassword: scenario.password, newPassword });
    if (statusCode === 200) scenario.password = newPassword;
  },
  changeProfile: ({ person, password, address }, index) =>
    send(person, 'changeProfile', {
      email: index % 2 === 0 ? otherAddress(address, index) : spellingOf(address, index),
      currentPassword: password,
    }),
  revertEmail: async (scenario, index) => {
    const { server, person, address } = scenario;
    // A change of the address in another session sends a link to the old address.
    for (const half of [0, 1]) {
      await signIn(scenario);
      await mailTriggers.changeProfile?.(scenario, 2 * index + half);
    }
    const mails = await server.mailsTo(otherAddress(address, 2 * index));
    for (const { body } of mails) {
      const [, token] = /revert-email\?token=(\S+)$/m.exec(body) ?? [];
      if (token) await send(person, 'revertEmail', { token });
    }
  },
  invite: ({ admin, address }, index) => send(admin, 'invite', { email: spellingOf(address, index), role: 'viewer' }),
  sendRegistrationLinks: ({ admin, address }, index) =>
    send(admin, 'sendRegistrationLinks', { addresses: [spellingOf(address, index)] }),
  selectPlan: async ({ admin, person }) => {
    const code = `ZQX${crypto.randomUUID().toUpperCase()}`;
    await admin.call('addCoupon', { body: { code, discountPercent: 100 } });
    await send(person, 'selectPlan', { planType: 'premium', billingCycle: 'monthly', couponCode: code });
  },
  payTestCheckout: async ({ server, person }) => {
    const id = crypto.randomUUID();
    await send(person, 'createCheckoutSession', { id, planType: 'premium', billingCycle: 'yearly' });
    server.clock.advance({ seconds: 1 });
    await send(person, 'payTestCheckout', { outcome: 'paid' }, id);
  },
  sendEnquiry: async ({ server, person }) => {
    const body = { tagNumber: 'E-1', species: 'goat', sex: 'female', forSale: true, salePrice: 100 } as const;
    const { id } = (await person.call('listAnimals')).at(0) ?? (await person.call('addAnimal', { body }));
    const words = { name: 'Ada', email: 'ada@example.org', message: 'Is she still there?' };
    await send(server.visitor(), 'sendEnquiry', { id: crypto.randomUUID(), listingIds: [id], ...words });
  },
  resetUserPassword: ({ admin, person }) => send(admin, 'resetUserPassword', undefined, person.userId),
  deleteUser: async (scenario, index) => {
    const { server, admin, address, person } = scenario;
    await mailTriggers.register?.(scenario, index);
    const others = await server.db
      .selectFrom('users')
      .select(['id', 'email'])
      .where('id', '!=', person.userId)
      .where(({ fn }) => fn<string>('lower', ['email']), 'like', `${address.split('@')[0]}%`)
      .execute();
    for (const { id, email } of others) if (mailboxOf(email) === address) await send(admin, 'deleteUser', undefined, id);
  },
};

const signIn = ({ person, password }: Scenario): Promise<unknown> =>
  send(person, 'login', { username: person.username, password });

/** The limit of one address must not end the mails of the next scenario. */
const otherAddress = (address: string, index: number): string => address.replace('@bigcorp.test', `.${index}@evil.example`);

const spellingOf = (address: string, index: number): string =>
  index % 3 === 0 ? address : index % 3 === 1 ? address.replace('@', `+${index}@`) : address.toUpperCase();

const mailboxOf = (address: string): string => address.toLowerCase().replace(/\+[^@]*/, '');

async function openScenario(server: TestServer, isConfirmed: boolean): Promise<Scenario> {
  const address = `victim-${crypto.randomUUID().slice(0, 8)}@bigcorp.test`;
  const person = await server.register({ email: address, isConfirmed });
  const admin = await server.register({ isAdmin: true });
  return { server, address, person, admin, password: person.password };
}

async function mailsTo({ server, address }: Scenario): Promise<string[]> {
  const mails = await server.db.selectFrom('mails').select(['to_address', 'subject']).orderBy('id').execute();
  return mails.filter((mail) => mailboxOf(mail.to_address) === address).map(({ subject }) => subject);
}

const options: TestServerOptions = {
  env: { RATE_LIMITS: 'on', PUBLIC_URL: 'https://farm.example', PAYMENTS: 'test' },
  wait: async () => {},
};

describeOnEachEngine(
  'mails that a client triggers',
  (server) => {
    const triggers = Object.entries(mailTriggers);
    const routes = Object.entries<Route>(api);

    /** A sample of them names something that does not exist, and would be refused. */
    const invalidInSamples = new Set(['logoUrl', 'planPicture', 'version', 'setupToken', 'invitation', 'link']);

    test('come only from the routes that this test attacks', async () => {
      const count = async (): Promise<number> => (await server().db.selectFrom('mails').select('id').execute()).length;
      const found: string[] = [];
      for (const [name, route] of routes) {
        if (route.method === 'GET' || route.file) continue;
        server().clock.advance({ hours: 2 });
        const farm = await seedFarm(await server().register({ plan: 'enterprise', isAdmin: route.access === 'admin' }), route);
        const ids = route.path.includes('/users/') ? { admin: (await server().register()).userId } : farm.ids;
        const { params, body } = sampleInput(route, { ...farm, ids: { ...farm.ids, ...ids } }, bodyFields(route));
        const before = await count();
        const path = route.path.replaceAll(/:(\w+)/g, (_, key: string) => params[key] ?? '');
        const fields = Object.fromEntries(Object.entries(body ?? {}).filter(([field]) => !invalidInSamples.has(field)));
        const payload = body && { ...fields, ...('username' in fields && { username: crypto.randomUUID() }) };
        await farm.person.send({ method: route.method, url: `/api${path}`, ...(payload && { payload }) });
        if ((await count()) > before) found.push(name);
      }
      expect(found.filter((name) => !(name in mailTriggers))).toEqual([]);
      // A sample request does not trigger every mail (a coupon, a link, an unconfirmed address is needed), but it must trigger these.
      expect(found).toEqual(
        expect.arrayContaining(['register', 'resetPassword', 'changePassword', 'changeProfile', 'resetUserPassword']),
      );
    });

    sampledTest(triggers, 2)(
      `by %s, again and again in an hour and every hour for a day, are at most five to an unconfirmed address`,
      async (_, trigger) => {
        const scenario = await openScenario(server(), false);
        server().clock.nextHour();
        for (let index = 0; index < 10; index += 1) await trigger(scenario, index);
        for (let hour = 1; hour < 23; hour += 1) {
          server().clock.nextHour();
          await signIn(scenario);
          await trigger(scenario, 100 * hour);
        }
        expect((await mailsTo(scenario)).length).toBeLessThanOrEqual(5);
      },
    );

    sampledTest(triggers, 2)(
      `by %s, ${burst} times in an hour and every hour for a day, are limited by hour and by day to a confirmed address`,
      async (name, trigger) => {
        const scenario = await openScenario(server(), true);
        server().clock.nextHour();
        for (let index = 0; index < burst; index += 1) await trigger(scenario, index);
        const inAnHour = (await mailsTo(scenario)).length;
        expect(inAnHour).toBeLessThanOrEqual(name === 'selectPlan' || name === 'payTestCheckout' ? 25 : 10);
        for (let hour = 1; hour < 23; hour += 1) {
          server().clock.nextHour();
          await signIn(scenario);
          for (let index = 0; index < timesAnHour; index += 1) await trigger(scenario, 100 * hour + index);
        }
        const mails = await mailsTo(scenario);
        const passwords = mails.filter((subject) => subject.includes('temporary password'));
        expect(passwords.length).toBeLessThanOrEqual(3 * 24);
        expect(mails.length - passwords.length).toBeLessThanOrEqual(35);
      },
    );
  },
  options,
);

/** One engine is enough: what a mail says is made from values, wherever they were stored. */
describe('mails that a client triggers', () => {
  const server = useTestServer('sqlite', options);

  const typed = [
    'https://evil.example/pay?x=1',
    'Ada\r\nBcc: evil@evil.example',
    '<a href="https://evil.example">Click</a>',
    'www.evil.example',
    'a.bc',
    '\u0007\u202Eelpmaxe.live',
    'x'.repeat(500),
  ] as const;
  sampledTest(typed, 3)('hold nothing that a person typed: %j', async (words) => {
    await server().db.deleteFrom('tasks').execute();
    for (const trigger of Object.values(mailTriggers)) {
      for (const isConfirmed of [false, true]) {
        server().clock.nextHour();
        const scenario = await openScenario(server(), isConfirmed);
        const { farmId, userId } = scenario.person;
        const text = `§typed§ ${words}`;
        const columns = { username: `${text} ${userId}`, owner_name: text, phone: text };
        await server().db.updateTable('users').set(columns).where('id', '=', userId).execute();
        await server().db.updateTable('farms').set({ name: text, address: text }).where('id', '=', farmId).execute();
        for (let index = 0; index < 3; index += 1) await trigger(scenario, index);
      }
    }
    const mails = await server().db.selectFrom('mails').select(['subject', 'body', 'html']).execute();
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(11);
    for (const { subject, body, html } of mails) {
      expect(`${subject} ${body} ${html}`).not.toMatch(/§typed|evil\.example|x{20}|\p{Cf}|www\./iu);
      for (const [link] of `${body} ${html}`.matchAll(/\w+:\/\/[^\s"<]+/g)) expect(link).toMatch(/^https:\/\/farm\.example\//);
    }
  });
});
