import { findOwnedFarm } from '#server/db/memberships.ts';
import { planTypes } from '#domain/accounts/plans.ts';
import { adminCommands } from './accounts/accounts.cli.ts';
import { findAccount } from './accounts/accounts.queries.ts';
import { backupCommand, restoreCommand } from './backups/backups.cli.ts';
import { readConfig, type Config } from './config.ts';
import { bringUpToDate } from './db/engines/bring-up-to-date.ts';
import { openDatabase, type Db } from './db/engines/connect.ts';
import { distribute } from './db/engines/distribute.ts';
import { examine } from './operations/doctor.ts';
import { ensureDatabaseIsThere } from './operations/lost-database.ts';
import { restoredCommands } from './operations/restored.cli.ts';
import { paymentsCommand } from './payments/payments.cli.ts';
import { OperatorError, operatorSentence } from './operator.ts';

const usage = `Usage:
  npm run admin -- create <username> <email>    make an administrator and print a one-time password
  npm run admin -- promote <username>           make somebody an administrator
  npm run admin -- grant <username> <plan>      put somebody's farm on a plan: ${planTypes.join(', ')}
  npm run admin -- list                         show who has an account
  npm run migrate                               bring the database up to date
  npm run migrate -- --begin-anew               make an empty database where one was lost
  npm run migrate -- distribute                 lay the rows of each farm side by side (docs/operating.md)
  npm run doctor                                examine the installation and say what to do
  npm run backup                                back up the database and the pictures now
  npm run backup -- list                        show the backups
  npm run backup -- check                       open the newest as a restore would
  npm run restore -- <backup> [--to FOLDER] [--replace]
  npm run restore -- resume [--send-mails]      a restored database is the installation: mails, payments, backups go out again
  npm run restore -- hold                       the database was restored by other means, which the start did not notice
  npm run payments                              payments that wait for a decision`;

try {
  console.log(await run(process.argv.slice(2)));
} catch (error) {
  console.error(operatorSentence(error) ?? error);
  process.exitCode = 1;
}

async function run([area, ...rest]: readonly string[]): Promise<string> {
  if (area === 'doctor') return diagnose();
  if (area === 'backup') return backupCommand(readConfig(process.env), rest);
  const [name = '', ...args] = rest;
  const restored = area === 'restore' && Object.hasOwn(restoredCommands, name) ? restoredCommands[name] : undefined;
  if (restored) return withDatabase((db, config) => restored(db, config, args));
  if (area === 'restore') return restoreCommand(readConfig(process.env), rest);
  if (area === 'payments') {
    return withDatabase((db, config) =>
      paymentsCommand(db, config, rest, async (username) => {
        const account = await findAccount(db, username);
        return account && findOwnedFarm(db, account.userId);
      }),
    );
  }
  if (area === 'migrate') return migrate(rest);
  const command = area === 'admin' && Object.hasOwn(adminCommands, name) ? adminCommands[name] : undefined;
  if (!command) throw new OperatorError(usage);
  return withDatabase((db) => command(db, args));
}

async function diagnose(): Promise<string> {
  const { text, isWell } = await examine(process.env);
  if (!isWell) process.exitCode = 1;
  return text;
}

async function migrate(args: readonly string[]): Promise<string> {
  if (args.length === 1 && args[0] === 'distribute') return withDatabase(distribute);
  const beginsAnew = args.length === 1 && args[0] === '--begin-anew';
  if (args.length > 0 && !beginsAnew) throw new OperatorError(usage);
  return withDatabase(async () => 'The database is up to date.', { mayBeginAnew: beginsAnew });
}

/** The server may be running, because both engines allow a second program. */
async function withDatabase<T>(work: (db: Db, config: Config) => Promise<T>, { mayBeginAnew = false } = {}): Promise<T> {
  const config = readConfig(process.env);
  if (!mayBeginAnew) await ensureDatabaseIsThere(config);
  await bringUpToDate(config, new Date());
  const { db } = openDatabase(config, { hasNoTimeouts: true });
  try {
    return await work(db, config);
  } finally {
    await db.destroy();
  }
}
