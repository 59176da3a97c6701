import { planTypes } from '#domain/plans.ts';
import { adminCommands } from './accounts/accounts.cli.ts';
import { backupCommand, restoreCommand } from './backups/backups.cli.ts';
import { readConfig } from './config.ts';
import { bringUpToDate } from './db/bring-up-to-date.ts';
import { openDatabase, type Db } from './db/connect.ts';
import { examine } from './operations/doctor.ts';
import { Misuse, operatorSentence } from './operator.ts';

const usage = `Usage:
  npm run admin -- create <username> <email>    make an administrator and print a one-time password
  npm run admin -- promote <username>           make somebody an administrator
  npm run admin -- grant <username> <plan>      put somebody's farm on a plan: ${planTypes.join(', ')}
  npm run admin -- list                         show who has an account
  npm run migrate                               bring the database up to date
  npm run doctor                                examine the installation and say what to do
  npm run backup                                back up the database and the pictures now
  npm run backup -- list                        show the backups
  npm run backup -- check                       open the newest as a restore would
  npm run restore -- <backup> [--to FOLDER] [--replace]`;

try {
  console.log(await run(process.argv.slice(2)));
} catch (error) {
  console.error(operatorSentence(error) ?? error);
  process.exitCode = 1;
}

async function run([area, ...rest]: readonly string[]): Promise<string> {
  if (area === 'doctor') return diagnose();
  if (area === 'backup') return backupCommand(readConfig(process.env), rest);
  if (area === 'restore') return restoreCommand(readConfig(process.env), rest);
  const [name = '', ...args] = rest;
  if (area === 'migrate') return withDatabase(async () => 'The database is up to date.');
  const command = area === 'admin' && Object.hasOwn(adminCommands, name) ? adminCommands[name] : undefined;
  if (!command) throw new Misuse(usage);
  return withDatabase((db) => command(db, args));
}

async function diagnose(): Promise<string> {
  const { text, isWell } = await examine(process.env);
  if (!isWell) process.exitCode = 1;
  return text;
}

/** The server may be running meanwhile: both engines let a second program in. */
async function withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  await bringUpToDate(config, new Date());
  const { db } = openDatabase(config, { isPatient: true });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
