import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { isHeld, recordRestore } from '#server/db/restores.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { OperatorError } from '#server/operator.ts';
import { openPayments } from '#server/payments/open-payments.ts';
import { resumeInstallation } from './restored.ts';

type Command = (db: Db, config: Config, args: readonly string[]) => Promise<string>;

const now = (): Date => new Date();

/** What the operator says of a restored database; each is idempotent. */
export const restoredCommands: Readonly<Record<string, Command>> = {
  resume: async (db, config, args) => {
    const sendsMails = args[0] === '--send-mails';
    if (args.length > Number(sendsMails)) throw new OperatorError('npm run restore -- resume [--send-mails]');
    if (!(await isHeld(db))) return 'Nothing is held.';
    const payments = await openPayments({ db, config, now });
    const dropped = await resumeInstallation({ db, config, payments, now, wakeMail: () => {}, log: console }, { sendsMails });
    const lines = dropped.map(({ to, subject }) => `  ${to}  ${subject}`);
    return [
      'Mails, payments, webhooks, backups and clean-ups go out again.',
      ...(lines.length > 0 ? ['Not sent, because they waited in the backup and may have been sent since:', ...lines] : []),
    ].join('\n');
  },
  hold: async (db, _, args) => {
    if (args.length > 0) throw new OperatorError(`This is not understood: ${args.join(' ')}`);
    await inTransaction(db, (tx) => recordRestore(tx, new Date()));
    return 'Held: nothing goes out, and everybody signs in again. To go on: npm run restore -- resume';
  },
};
