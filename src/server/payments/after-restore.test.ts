import { beforeEach, expect, test } from 'vitest';
import { isHeld } from '#server/db/restores.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { hourlyBackup } from '#server/backups/backups.jobs.ts';
import { startJobs } from '#server/jobs/job-runner.ts';
import { deliverMails } from '#test/deliver-mails.ts';
import { queueMail, type WaitingMail } from '#server/mail/outbox.queries.ts';
import { examineRestored, resumeInstallation } from '#server/operations/restored.ts';
import { restoredCommands } from '#server/operations/restored.cli.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { begin, buy, pass, planOf, renewStripe, stripe, work as runJobs } from '#test/payments.ts';
import { restoreSnapshot, takeSnapshot } from '#test/database-snapshots.ts';
import { paymentJobs } from './payments.jobs.ts';
import { paymentsCommand } from './payments.cli.ts';
import { trialReminder } from './trial-reminder.ts';

type Json = Record<string, unknown>;

describeOnEachEngine(
  'a database that was put back to before a payment',
  (server) => {
    renewStripe(server);
    beforeEach(async () => {
      for (const table of ['restores', 'held_payments', 'tasks'] as const) await server().db.deleteFrom(table).execute();
    });

    const deliver = async (event: Json): Promise<void> => {
      expect((await server().send(stripe.delivery(event))).statusCode).toBe(200);
    };
    const resume = (sendsMails = false) => resumeInstallation(server().app.deps, { sendsMails });
    const work = async (): Promise<void> => {
      if (await isHeld(server().db)) await resume();
      await runJobs(server());
    };
    const held = () => server().db.selectFrom('held_payments').select(['id', 'claimed_farm', 'reason']).execute();
    /** Sends queued mails and resolves with the subjects, of one person or of all. */
    const sendMails = async (to?: Person): Promise<string[]> => {
      const posted: WaitingMail[] = [];
      await deliverMails(server(), async (mail) => `${posted.push(mail)}`);
      return posted.filter((mail) => !to || mail.to === `${to.username}@example.org`).map(({ subject }) => subject);
    };

    /** Pays at Stripe without delivering Stripe's messages. */
    async function pay(...[person, planType, billingCycle = 'yearly', couponCode]: Parameters<typeof buy>) {
      const paid = await buy(person, planType, billingCycle, couponCode);
      server().clock.advance({ seconds: 2 });
      return { ...paid, updated: () => stripe.changed('updated', paid.subscription) };
    }

    test('an event about the subscription recreates the checkout with the plan, coupon and trial, and ends nothing', async () => {
      const person = await server().register();
      const code = await server().addCoupon(50);
      const backup = await takeSnapshot(server());
      const paid = await pay(person, 'basic', 'yearly', code);
      await deliver(paid.completed);
      expect(await planOf(person)).toEqual(['basic', 'trial']);
      await sendMails();

      await restoreSnapshot(server(), backup, [person]);
      expect(await planOf(person)).toEqual([null, null]);
      await deliver(paid.updated());
      await deliver(paid.updated());
      expect(await planOf(person)).toEqual(['basic', 'trial']);
      await work();
      expect(stripe.ended).toEqual([]);
      expect(await held()).toEqual([]);
      const sold = { state: 'granted', amount: 25, trialDays: 30 };
      expect(await person.call('readCheckout', { params: { id: paid.id } })).toMatchObject(sold);
      expect(await person.call('readSubscription')).toMatchObject({ amount: 25, hasTrial: false, canCancel: true });
      const redeemed = server().db.selectFrom('coupon_redemptions').selectAll().where('farm_id', '=', person.farmId);
      expect(await redeemed.execute()).toHaveLength(1);
      // The person already got a mail when it was paid.
      expect(await sendMails()).toEqual([]);
    });

    test('without events it reads from Stripe, page by page, what was paid, cancelled and ended since', async () => {
      const people = await Promise.all(Array.from({ length: 8 }, () => server().register()));
      const [buyer = expect.fail(), opener = expect.fail(), canceller = expect.fail(), ended = expect.fail(), ...others] = people;
      const cancelled = await pay(canceller);
      const over = await pay(ended);
      for (const { completed } of [cancelled, over]) await deliver(completed);
      await begin(opener, 'premium', 'yearly');
      const opened = stripe.newestSession;
      const backup = await takeSnapshot(server());
      stripe.pay(opened);
      await pay(buyer);
      for (const person of others) await pay(person, 'enterprise', 'monthly');
      cancelled.subscription.cancel_at_period_end = true;
      over.subscription.status = 'canceled';

      await restoreSnapshot(server(), backup, people);
      server().clock.advance({ seconds: 2 });
      await resume();
      for (const person of [buyer, opener]) expect(await planOf(person)).toEqual(['premium', 'active']);
      await work();
      for (const person of others) expect(await planOf(person)).toEqual(['enterprise', 'active']);
      expect(await canceller.call('readSubscription')).toMatchObject({ canResume: true, renewsOn: null });
      expect(await planOf(ended)).toEqual(['premium', 'expired']);
      expect(stripe.ended).toEqual([]);
      expect(stripe.calls('GET /v1/subscriptions').length).toBeGreaterThan(1);
      expect(await sendMails()).not.toContain('Your Premium plan has ended');
    });

    test('is resumed also if the farm of a payment was being filled when the backup was made', async () => {
      const person = await server().register();
      const farm = server().db.updateTable('farms').where('id', '=', person.farmId);
      await farm.set({ filling: 'archive::1', filling_from: 9e12, filling_until: '9999-01-01T00:00:00.000Z' }).execute();
      const backup = await takeSnapshot(server());
      await farm.set({ filling: null }).execute();
      await pay(person);
      await restoreSnapshot(server(), backup, [person]);
      await resume();
      expect(await planOf(person)).toEqual(['premium', 'active']);
    });

    test('is not resumed while Stripe does not answer, and until then nothing is sold', async () => {
      const person = await server().register();
      await restoreSnapshot(server(), await takeSnapshot(server()), [person]);
      stripe.responseMode = '500';
      await expect(resume()).rejects.toThrow('Stripe does not say what was paid since the backup');
      stripe.responseMode = 'ok';
      const choice = { body: { planType: 'basic', billingCycle: 'monthly' } } as const;
      for (const ask of [
        () => person.call('createCheckoutSession', choice),
        () => person.call('cancelSubscription', {}),
        () => person.call('resumeSubscription', {}),
        () => person.call('openBillingPortal', {}),
      ]) {
        await expect(ask()).rejects.toMatchObject({ status: 503, code: 'payments.unavailable' });
      }
      await resume();
      await person.call('createCheckoutSession', choice);
    });

    test('a subscription whose terms are not known is held, and never ended', async () => {
      const person = await server().register();
      const backup = await takeSnapshot(server());
      const paid = await pay(person);
      const { metadata } = paid.subscription;
      for (const key of Object.keys(metadata)) if (!['checkout', 'farm', 'house'].includes(key)) delete metadata[key];
      await restoreSnapshot(server(), backup, [person]);
      await deliver(paid.updated());
      await work();
      expect(stripe.ended).toEqual([]);
      expect(await planOf(person)).toEqual([null, null]);
      const reason = 'what was agreed is not known';
      expect(await held()).toEqual([{ id: paid.subscription.id, claimed_farm: person.farmId, reason }]);
    });

    test('payments for a farm that is missing are held and reported, not ended; the operator assigns or ends them', async () => {
      const backup = await takeSnapshot(server());
      const [ada, bea] = [await server().register(), await server().register()];
      const [given, over] = [await pay(ada), await pay(bea, 'enterprise')];
      for (const { completed } of [given, over]) await deliver(completed);
      await restoreSnapshot(server(), backup);
      await deliver(given.updated());
      await work();
      expect(stripe.ended).toEqual([]);
      const ids = [given.subscription.id, over.subscription.id];
      expect((await held()).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
      const message = expect.stringContaining(ids[0] ?? '') as string;
      expect(await examineRestored(server().db)).toContainEqual({ symbol: '✗', message, advice: 'npm run payments' });
      const again = await server().register();
      const command = (...args: string[]) =>
        paymentsCommand(server().db, server().config, args, async (name) => (name === again.username ? again.farmId : undefined));
      expect(await command()).toContain(`${over.subscription.id}  since`);
      await command('give', given.subscription.id, again.username);
      await command('end', over.subscription.id);
      expect(await planOf(again)).toEqual(['premium', 'active']);
      for (const _ of [1, 2]) await work();
      expect(stripe.ended).toEqual([over.subscription.id]);
      expect(await held()).toEqual([]);
      await deliver(given.updated());
      expect(await planOf(again)).toEqual(['premium', 'active']);
    });

    test.each(['first', 'last'] as const)(
      'of two trials the one that continues at Stripe is kept, if heard %s',
      async (place) => {
        const person = await server().register();
        const backup = await takeSnapshot(server());
        const kept = await pay(person, 'basic', 'monthly');
        const second = await pay(person, 'basic', 'yearly');
        for (const { completed } of [kept, second]) await deliver(completed);
        await work();
        expect(stripe.ended).toEqual([second.subscription.id]);

        await restoreSnapshot(server(), backup, [person]);
        for (const { completed } of place === 'first' ? [kept, second] : [second, kept]) await deliver(completed);
        for (let hour = 0; hour < 3; hour += 1) {
          await work();
          server().clock.advance({ hours: 1 });
        }
        expect(stripe.subscriptions.get(kept.subscription.id)?.status).toBe('trialing');
        expect(await planOf(person)).toEqual(['basic', 'trial']);
        expect(await person.call('readSubscription')).toMatchObject({ billingCycle: 'monthly', canCancel: true });
      },
    );

    test('mails that waited and a due reminder are not sent again unless the operator says so; events since the restore are mailed', async () => {
      const person = await server().register();
      const paid = await pay(person, 'basic');
      await deliver(paid.completed);
      const letter = { to: `${person.username}@example.org`, subject: 'Waiting', text: 'x', html: null };
      await inTransaction(server().db, (tx) => queueMail(tx, letter, server().clock.now()));
      const backup = await takeSnapshot(server());
      await pass(server(), person, 28);
      const remind = () => trialReminder.run(server().app.deps, new AbortController().signal);
      await remind();
      const first = await sendMails(person);
      const waited = ['Waiting', 'Your free trial of Basic has begun'];
      expect(first).toEqual(expect.arrayContaining([...waited, expect.stringMatching(/^Your free trial ends on/)]));

      await restoreSnapshot(server(), backup);
      server().clock.advance({ seconds: 2 });
      Object.assign(paid.subscription, { cancel_at_period_end: true });
      await deliver(paid.updated());
      expect(await sendMails()).toEqual([]);
      const dropped = await resume();
      expect(dropped.filter(({ to }) => to === letter.to).map(({ subject }) => subject)).toEqual(expect.arrayContaining(waited));
      await work();
      await remind();
      expect(await sendMails(person)).toEqual(['Your Basic plan will not renew']);

      await restoreSnapshot(server(), backup);
      expect(await resume(true)).toEqual([]);
      expect(await sendMails(person)).toContain('Waiting');
    });

    test('sends nothing until the operator resumes it, since it may be a copy beside the installation', async () => {
      const person = await server().register();
      const paid = await pay(person);
      await deliver(paid.completed);
      const { db, app, config, clock } = server();
      expect(await restoredCommands['hold']?.(db, config, [])).toMatch(/^Held:/);
      await server().markRestored();
      await person.signIn();
      await person.call('selectPlan', { body: { planType: 'guest', billingCycle: 'monthly' } });
      stripe.requests.length = 0;

      const ran: string[] = [];
      const jobs = [{ name: 'anything', everyMs: 1, run: async () => void ran.push('anything') }, ...paymentJobs];
      const runner = startJobs(app.deps, jobs, app.log, { pollMs: 10 });
      await expect.poll(() => stripe.requests.length + ran.length, { timeout: 300 }).toBe(0);
      await runner.stop();
      expect(await sendMails()).toEqual([]);
      if (config.databaseUrl === undefined) {
        const backup = hourlyBackup.run(app.deps, new AbortController().signal);
        await expect(backup).rejects.toThrow('This database was restored');
      }
      expect(stripe.requests).toEqual([]);
      expect(await examineRestored(db)).toMatchObject([{ symbol: '✗', advice: /npm run restore -- resume$/ }]);

      clock.advance({ seconds: 2 });
      expect(await restoredCommands['resume']?.(db, config, [])).toMatch(/^Mails, payments, .* go out again/);
      await work();
      expect(stripe.ended).toEqual([paid.subscription.id]);
      expect(await sendMails()).toContain('You left the Premium plan');
    });
  },
  { env: stripe.env, parts: { paymentTimeoutMs: 3000 } },
);
