import type { Db } from '#server/db/connect.ts';
import { findLastRestore, recordRestore, resumeOutside } from '#server/db/restores.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { dropHeldTasks, releaseHeldTasks } from '#server/tasks/tasks.queries.ts';
import { OperatorError } from '#server/operator.ts';
import { listHeldMails } from './restored.ts';

type Command = (db: Db, args: readonly string[]) => Promise<string>;

/** The operator's decisions after a restore; each is idempotent. */
export const restoredCommands: Readonly<Record<string, Command>> = {
  resume: async (db, args) => {
    rejectArguments(args);
    return (await resumeOutside(db))
      ? 'It acts outside from now on: mails, payments, backups. What the payment service knows since the backup is compared first.'
      : 'Nothing was paused.';
  },
  noted: async (db, args) => {
    rejectArguments(args);
    const last = await findLastRestore(db);
    if (last && !last.is_paused && last.reconciled_at === null) return 'This is noted already. Start the server.';
    await inTransaction(db, (tx) => recordRestore(tx, { backupId: null, isPaused: false, now: new Date() }));
    return 'Noted. Mails that were waiting are held (npm run restore -- mails), and payments are compared with the payment service first.';
  },
  mails: async (db, [action, ...rest]) => {
    rejectArguments(rest);
    if (action === undefined) return listHeldMails(db);
    if (action === 'send') return `${await releaseHeldTasks(db, 'mail', new Date())} mails are sent now.`;
    if (action === 'drop') return `${await dropHeldTasks(db, 'mail')} mails are forgotten.`;
    throw new OperatorError('npm run restore -- mails, mails send, or mails drop');
  },
};

function rejectArguments(args: readonly string[]): void {
  if (args.length > 0) throw new OperatorError(`This is not understood: ${args.join(' ')}`);
}
