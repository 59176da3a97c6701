import { afterDays } from '#domain/accounts/subscriptions.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { vouchedFarmId, type FarmId } from '#server/db/farm-id.ts';
import { ownersOf } from '#server/db/memberships.ts';
import { fieldsOf } from '#server/db/record-columns.ts';
import { mayHaveBeenSent } from '#server/db/restores.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import { attemptEach } from '#server/jobs/attempt-each.ts';
import type { Job } from '#server/jobs/job.ts';
import { mailTo } from '#server/mail/mailing.ts';
import { trialEndingMail } from '#server/plans/plans.mail.ts';
import { dayMs, hourMs, timeAfter } from '#server/time-after.ts';

const daysBefore = 3;

export const trialReminder: Job = {
  name: 'trial reminder',
  everyMs: hourMs,
  run: async ({ db, config: { publicUrl }, now, wakeMail }, signal) => {
    const farms = await endingTrials(db, now()).select('farms.id').limit(1000).execute();
    await attemptEach(farms, signal, async (farm) => {
      const farmId = vouchedFarmId(farm.id);
      await inFarmTransaction(db, farmId, async (tx) => {
        const trial = await readEndingTrial(tx, farmId, now());
        if (!trial?.endsAt) return;
        await tx.updateTable('farms').set({ trial_reminded_at: now().toISOString() }).where('id', '=', farmId).execute();
        const owners = await ownersOf(tx, farmId)
          .select(['users.email', 'users.email_confirmed_at as emailConfirmedAt'])
          .execute();
        const facts = {
          ...trial,
          isCancelled: trial.isEnding,
          trialEndsOn: trial.endsAt.slice(0, 10),
          isTest: trial.provider === 'test',
          publicUrl,
        };
        // A reminder that was due before a restore may have been sent before it.
        if (await mayHaveBeenSent(tx, afterDays(trial.endsAt, -daysBefore))) return;
        for (const owner of owners) await mailTo(tx, owner, 'plan', trialEndingMail(facts), now());
      });
      wakeMail();
    });
  },
};

const endingTrials = (db: Db | Tx, now: Date) =>
  db
    .selectFrom('farms')
    .innerJoin('subscriptions', (join) =>
      join.onRef('subscriptions.farm_id', '=', 'farms.id').onRef('subscriptions.id', '=', 'farms.subscription_id'),
    )
    .where('subscriptions.status', '=', 'trialing')
    .where('subscriptions.period_ends_at', '>', now.toISOString())
    .where('subscriptions.period_ends_at', '<=', timeAfter(now, daysBefore * dayMs))
    .where('farms.trial_reminded_at', 'is', null);

const readEndingTrial = (tx: Tx, farmId: FarmId, now: Date) =>
  endingTrials(tx, now)
    .where('farms.id', '=', farmId)
    .innerJoin('checkouts', (join) =>
      join.onRef('checkouts.farm_id', '=', 'subscriptions.farm_id').onRef('checkouts.id', '=', 'subscriptions.checkout_id'),
    )
    .select([
      ...fieldsOf('checkouts', 'planType billingCycle amountCents'),
      'subscriptions.provider',
      'subscriptions.period_ends_at as endsAt',
      'subscriptions.is_ending as isEnding',
      'farms.date_format as dateFormat',
    ])
    .executeTakeFirst();
