// @module-tag grows
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { beforeAll, expect } from 'vitest';
import { billingCycles, paidPlanTypes, planLabels, type BillingCycle, type PaidPlanType } from '#domain/accounts/plans.ts';
import { isHeld } from '#server/db/restores.ts';
import { deliverMails } from '#test/deliver-mails.ts';
import type { WaitingMail } from '#server/mail/outbox.queries.ts';
import { resumeInstallation } from '#server/operations/restored.ts';
import { describeOnEachEngine, type TestServer, type Person } from '#test/engines.ts';
import { addBillingCycle, type FakeStripe } from '#test/fake-stripe.ts';
import { renewStripe, stripe, work as runJobs } from '#test/payments.ts';
import { restoreSnapshot, takeSnapshot, writeSnapshot } from '#test/database-snapshots.ts';
import { longTest } from '#test/long-run.ts';
import { trialReminder } from './trial-reminder.ts';

type Json = Record<string, unknown>;
type Subscription = ReturnType<FakeStripe['pay']>['subscription'];

const isLive = ({ status }: Subscription): boolean => ['trialing', 'active', 'past_due'].includes(status);

/** A model of people, their payments at Stripe, Stripe's messages, and a backup that may be restored at any time. */
class World {
  readonly server: TestServer;
  readonly admin: Person;
  readonly people: Person[] = [];
  /** Open checkouts. */
  readonly sessions: { readonly person: Person; readonly sessionId: string }[] = [];
  readonly paid: { readonly person: Person; readonly planType: PaidPlanType; readonly subscription: Subscription }[] = [];
  /** The undelivered messages of Stripe, and all that it ever sent. */
  readonly pending: Json[] = [];
  readonly sent: Json[] = [];
  readonly mails: WaitingMail[] = [];
  /** Subscriptions whose end was caused by a person: by choosing Guest, buying another plan, or deleting the farm. */
  readonly mayEnd = new Set<string>();
  /** People who have paid and done nothing since that could end it. */
  readonly goesOn = new Set<Person>();
  readonly #seen = new Map<string, string>();
  #backup: Awaited<ReturnType<typeof takeSnapshot>> | undefined;

  constructor(server: TestServer, admin: Person) {
    this.server = server;
    this.admin = admin;
  }

  /** Turns every change at Stripe into a message. */
  #observe(): void {
    for (const subscription of stripe.subscriptions.values()) {
      const object = stripe.subscriptionObject(subscription);
      const now = JSON.stringify(object);
      const before = this.#seen.get(subscription.id);
      if (before === now) continue;
      this.#seen.set(subscription.id, now);
      const kind = before === undefined ? 'created' : subscription.status === 'canceled' ? 'deleted' : 'updated';
      this.#send(stripe.event(`customer.subscription.${kind}`, object));
    }
  }

  #send(event: Json): void {
    this.pending.push(event);
    this.sent.push(event);
  }

  liveOf({ farmId }: Person): Subscription[] {
    return [...stripe.subscriptions.values()].filter((one) => one.metadata['farm'] === farmId && isLive(one));
  }

  async register(): Promise<void> {
    if (this.people.length < 3) this.people.push(await this.server.register());
  }

  async choose(person: Person, planType: PaidPlanType, billingCycle: BillingCycle): Promise<void> {
    const id = uuidv7();
    const before = stripe.sessions.size;
    await call(() => person.call('createCheckoutSession', { body: { id, planType, billingCycle } }));
    const sessionId = [...stripe.sessions.keys()].at(-1);
    if (stripe.sessions.size > before && sessionId !== undefined) this.sessions.push({ person, sessionId });
  }

  pay(index: number): void {
    const [begun] = this.sessions.splice(index % (this.sessions.length || 1), 1);
    if (!begun || stripe.sessions.get(begun.sessionId)?.status !== 'open') return;
    const others = this.liveOf(begun.person);
    const { session, subscription } = stripe.pay(begun.sessionId);
    // If several are paid for, one continues.
    if (others.length > 0) for (const { id } of [...others, subscription]) this.mayEnd.add(id);
    this.goesOn.add(begun.person);
    this.paid.push({ person: begun.person, planType: session.metadata['plan'] as PaidPlanType, subscription });
    this.#send(stripe.completed(session));
    this.#observe();
  }

  async deliver(event: Json | undefined): Promise<void> {
    if (event) await this.server.send(stripe.delivery(event));
  }

  async deliverPending(index: number): Promise<void> {
    await this.deliver(this.pending.splice(index % (this.pending.length || 1), 1)[0]);
  }

  async deliverAgain(index: number): Promise<void> {
    await this.deliver(this.sent[index % (this.sent.length || 1)]);
  }

  lose(index: number): void {
    this.pending.splice(index % (this.pending.length || 1), 1);
  }

  async guest(person: Person): Promise<void> {
    const done = await call(() => person.call('selectPlan', { body: { planType: 'guest', billingCycle: 'monthly' } }));
    this.goesOn.delete(person);
    if (done) for (const { id } of this.liveOf(person)) this.mayEnd.add(id);
  }

  async delete(person: Person): Promise<void> {
    const done = await call(() => this.admin.call('deleteUser', { params: { id: person.userId }, query: {} }));
    if (!done) return;
    this.goesOn.delete(person);
    for (const { id } of this.liveOf(person)) this.mayEnd.add(id);
    // Open checkouts of a deleted person expire, because a payment there would be for nobody.
    for (const { sessionId } of this.sessions.filter((one) => one.person === person)) {
      const session = stripe.sessions.get(sessionId);
      if (session?.status === 'open') session.status = 'expired';
    }
  }

  async setEnding(person: Person, isEnding: boolean): Promise<void> {
    const name = isEnding ? 'cancelSubscription' : 'resumeSubscription';
    // A scheduled plan is dropped in both cases.
    const scheduled = this.liveOf(person).filter(({ metadata }) => metadata['starts'] !== '');
    if (isEnding) this.goesOn.delete(person);
    if (await call(() => person.call(name, {}))) for (const { id } of scheduled) this.mayEnd.add(id);
    this.#observe();
  }

  cancelAtPortal(index: number): void {
    const live = [...stripe.subscriptions.values()].filter(isLive);
    const one = live[index % (live.length || 1)];
    if (one) one.cancel_at_period_end = true;
    for (const person of this.people) if (person.farmId === one?.metadata['farm']) this.goesOn.delete(person);
    this.#observe();
  }

  /** Advances the clock here and at Stripe, where periods end or renew. */
  async pass(hours: number): Promise<void> {
    this.server.clock.advance({ hours });
    const now = stripe.now().getTime() / 1000;
    for (const one of stripe.subscriptions.values()) {
      if (!isLive(one) || one.periodEnd > now) continue;
      if (one.cancel_at_period_end) one.status = 'canceled';
      else Object.assign(one, { status: 'active', periodEnd: addBillingCycle(one.periodEnd, one.interval) });
    }
    this.#observe();
  }

  async work(): Promise<void> {
    const { app, db } = this.server;
    if (await isHeld(db)) await resumeInstallation(app.deps, { sendsMails: false });
    await runJobs(this.server);
    await trialReminder.run(app.deps, new AbortController().signal);
    const post = async (mail: WaitingMail): Promise<string> => {
      this.mails.push(mail);
      return 'here';
    };
    await deliverMails(this.server, post);
    this.#observe();
  }

  async backup(): Promise<void> {
    this.#backup = await takeSnapshot(this.server);
  }

  async restore(): Promise<void> {
    if (this.#backup) await restoreSnapshot(this.server, this.#backup, this.people);
  }

  /** Delivers all messages that were not lost, and runs the background jobs. */
  async settle(): Promise<void> {
    for (let round = 0; round < 4; round += 1) {
      while (this.pending.length > 0) await this.deliverPending(this.sent.length * 7 + round);
      await this.work();
      await this.pass(13);
    }
    await this.work();
    while (this.pending.length > 0) await this.deliverPending(0);
    await this.work();
  }

  /** Violations of the invariants. */
  // oxlint-disable-next-line eslint/complexity -- one condition for each of the rules
  async faults(): Promise<string[]> {
    const { db } = this.server;
    const faults: string[] = [];
    for (const id of stripe.ended.filter((one) => !this.mayEnd.has(one))) faults.push(`${id} was ended by nobody`);
    const farms = new Map((await db.selectFrom('farms').selectAll().execute()).map((farm) => [farm.id, farm]));
    const held = new Set((await db.selectFrom('held_payments').select('id').execute()).map(({ id }) => id));
    const heldRows = await db.selectFrom('checkouts').select('id').where('state', '=', 'held').execute();
    const heldCheckouts = new Set(heldRows.map(({ id }) => id));
    const isReported = ({ id, metadata }: Subscription) => held.has(id) || heldCheckouts.has(metadata['checkout'] ?? '');
    for (const person of this.people) {
      const farm = farms.get(person.farmId);
      const live = this.liveOf(person).filter((one) => !isReported(one));
      if (!farm) {
        for (const { id } of live) faults.push(`${id} goes on although its farm is gone, and nobody is told`);
        continue;
      }
      const [first] = live;
      const isAnyReported = this.liveOf(person).length > live.length;
      if (!first && !isAnyReported && this.goesOn.has(person)) faults.push(`${person.username} has paid, and nothing goes on`);
      if (!first) continue;
      const paysFor = live.find(({ id }) => id === farm.subscription_id);
      const isOn = paysFor?.metadata['plan'] === farm.plan_type && ['active', 'trial'].includes(farm.plan_status ?? '');
      if (!isOn)
        faults.push(`${live.map(({ id }) => id).join()} is paid, but the plan is ${farm.plan_type} (${farm.plan_status})`);
      const following = live.filter((one) => one !== paysFor);
      const isNext = following.length === 0 || (following.length === 1 && following[0]?.metadata['starts'] !== '');
      if (isOn && !isNext) faults.push(`${following.map(({ id }) => id).join()} is paid beside the plan`);
    }
    for (const [key, count] of this.#countMails()) {
      const [to = '', plan = ''] = key.split(' ');
      const bought = this.paid.filter(({ planType }) => planLabels[planType] === plan);
      const paid = bought.filter(({ person }) => `${person.username}@example.org` === to).length;
      if (count > paid) faults.push(`${to} was told ${count} times of ${plan}, and paid ${paid} times`);
    }
    return faults;
  }

  #countMails(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { to, subject } of this.mails) {
      const plan = /^Your (?:free trial of )?(\w+) (?:plan is active|has begun)$/.exec(subject)?.[1];
      const isOurs = this.people.some(({ username }) => `${username}@example.org` === to);
      if (plan !== undefined && isOurs) counts.set(`${to} ${plan}`, (counts.get(`${to} ${plan}`) ?? 0) + 1);
    }
    return counts;
  }
}

/** Resolves with whether the work succeeded; a refusal is a valid result. */
const call = (work: () => Promise<unknown>): Promise<boolean> =>
  work().then(
    () => true,
    () => false,
  );

/** What a step may need. */
const needs = {
  who: fc.nat(2),
  plan: fc.constantFrom(...paidPlanTypes),
  cycle: fc.constantFrom(...billingCycles),
  index: fc.nat(20),
  hours: fc.constantFrom(1, 3, 30, 24 * 16),
};
type Needs = { readonly [K in keyof typeof needs]: (typeof needs)[K] extends fc.Arbitrary<infer T> ? T : never };
type Take = (world: World, given: Needs) => unknown;

/** For somebody who has registered. */
const byPerson =
  (take: (world: World, person: Person, given: Needs) => unknown): Take =>
  (world, given) => {
    const person = world.people[given.who % (world.people.length || 1)];
    return person && take(world, person, given);
  };

/** With their weights: the relevant ones, buying, messages, backups and restores, come often. */
const steps: Readonly<Record<string, readonly [weight: number, take: Take]>> = {
  register: [2, (world) => world.register()],
  buy: [
    5,
    byPerson(async (world, person, { plan, cycle }) => {
      await world.choose(person, plan, cycle);
      world.pay(world.sessions.length - 1);
    }),
  ],
  choose: [1, byPerson((world, person, { plan, cycle }) => world.choose(person, plan, cycle))],
  pay: [1, (world, { index }) => world.pay(index)],
  deliver: [6, (world, { index }) => world.deliverPending(index)],
  'deliver again': [3, (world, { index }) => world.deliverAgain(index)],
  lose: [1, (world, { index }) => world.lose(index)],
  'choose Guest': [1, byPerson((world, person) => world.guest(person))],
  delete: [1, byPerson((world, person) => world.delete(person))],
  cancel: [1, byPerson((world, person) => world.setEnding(person, true))],
  resume: [1, byPerson((world, person) => world.setEnding(person, false))],
  'cancel at the portal': [1, (world, { index }) => world.cancelAtPortal(index)],
  pass: [2, (world, { hours }) => world.pass(hours)],
  work: [4, (world) => world.work()],
  backup: [3, (world) => world.backup()],
  restore: [3, (world) => world.restore()],
};
const step = fc.oneof(
  ...Object.entries(steps).map(([name, [weight]]) => ({ weight, arbitrary: fc.record({ name: fc.constant(name), ...needs }) })),
);

describeOnEachEngine(
  { name: 'payments and restores', usually: 'postgres' },
  (server) => {
    renewStripe(server);

    let nothing: Awaited<ReturnType<typeof takeSnapshot>>;
    beforeAll(async () => {
      nothing = await takeSnapshot(server());
    });

    const open = async (): Promise<World> => {
      stripe.clear();
      await writeSnapshot(server(), nothing);
      const world = new World(server(), await server().register({ isAdmin: true }));
      await world.register();
      return world;
    };

    longTest(
      'whatever is bought, left, deleted, backed up, restored and heard in whatever order: nobody who pays is ended or left without a plan, and who is gone pays no more or is reported',
      { timeout: 600_000 },
      async () => {
        await fc.assert(
          fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 40 }), async (chosen) => {
            const world = await open();
            for (const one of chosen) {
              // Observations have a resolution of one second.
              server().clock.advance({ seconds: 2 });
              await steps[one.name]?.[1](world, one);
            }
            await world.settle();
            expect(await world.faults()).toEqual([]);
          }),
          { numRuns: 15 },
        );
      },
    );
  },
  { env: stripe.env },
);
