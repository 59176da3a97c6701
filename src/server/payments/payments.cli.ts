import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inTransaction, lockFarm } from '#server/db/transaction.ts';
import { OperatorError } from '#server/operator.ts';
import { handleEvent } from './provider-events.service.ts';
import { endSubscription } from '#server/subscriptions/payment-tasks.queries.ts';
import { listHeldPayments, releasePayment } from './payments.queries.ts';
import { openPayments } from './open-payments.ts';
import type { Provider } from '#server/payment-provider/provider.ts';
import { insertRecreated } from './recreate-checkout.ts';

const usage = `Usage:
  npm run payments                                   show what is paid at Stripe for what is not known here
  npm run payments -- end <subscription>             end it at Stripe; the rest becomes a credit of the customer
  npm run payments -- give <subscription> <username> it pays for this person's farm from now on`;

/** Each command is idempotent. */
export async function paymentsCommand(
  db: Db,
  config: Config,
  args: readonly string[],
  findFarmOf: (username: string) => Promise<FarmId | undefined>,
): Promise<string> {
  const [what, id = '', username = '', ...rest] = args;
  if (what === undefined) return list(db);
  if (rest.length > 0 || id === '') throw new OperatorError(usage);
  if (what === 'end' && username === '') return end(db, id);
  if (what === 'give' && username !== '') {
    const farm = await findFarmOf(username);
    if (farm === undefined)
      throw new OperatorError(
        `Nobody is called '${username}', or they own no farm. To see who has an account: npm run admin -- list`,
      );
    return give(db, config, id, farm);
  }
  throw new OperatorError(usage);
}

async function list(db: Db): Promise<string> {
  const held = await listHeldPayments(db);
  if (held.length === 0) return 'No payment waits for a decision.';
  const lines = held.map(
    ({ id, held_at, reason, claimed_farm }) =>
      `${id}  since ${held_at.slice(0, 10)}: ${reason} (farm ${claimed_farm ?? 'unknown'})`,
  );
  return `${lines.join('\n')}\nLook at them in Stripe: who pays? Then end or give them.\n${usage}`;
}

async function end(db: Db, id: string): Promise<string> {
  await inTransaction(db, async (tx) => {
    await endSubscription(tx, 'stripe', id, new Date());
    await releasePayment(tx, id);
  });
  return `The server ends ${id} at Stripe within some minutes.`;
}

async function give(db: Db, config: Config, id: string, farmId: FarmId): Promise<string> {
  const payments = await openPayments({ db, config, now: () => new Date() });
  const provider: Provider | undefined = payments.of('stripe');
  if (!provider)
    throw new OperatorError('Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET: Stripe has to be asked what was agreed.');
  const event = await provider.readSubscription(id);
  await inTransaction(db, async (tx) => {
    await lockFarm(tx, farmId);
    const checkout = await insertRecreated(tx, farmId, event, 'stripe');
    if (!checkout) throw new OperatorError(`What was agreed about ${id} is not known. Use npm run admin -- grant, and end it.`);
    await releasePayment(tx, id);
  });
  await handleEvent({ db, config, payments, now: () => new Date(), wakeMail: () => {}, log: console }, event);
  return `${id} pays for that farm from now on.`;
}
