import { parseArgs } from 'node:util';
import { isInFuture, backupMoment } from '#domain/backups.ts';
import type { Config } from '#server/config.ts';
import { openPictures } from '#server/storage/open-store.ts';
import { OperatorError } from '#server/operator.ts';
import { openBackups } from './backup-storage.ts';
import { drillNewest } from './check-backup.ts';
import { makeBackup } from './make-backup.ts';
import { listBackups, readManifest, type Manifest } from './manifest.ts';
import { restore } from './restore.ts';

const now = (): Date => new Date();

const backupUsage = `Usage:
  npm run backup                 back up the database and the pictures now
  npm run backup -- list         show the backups
  npm run backup -- check        open the newest as a restore would, and say whether it can be restored`;

const restoreUsage = `Usage:
  npm run restore -- <backup> [--to FOLDER] [--replace]
    <backup>     its name as \`npm run backup -- list\` shows it, or newest
    --to FOLDER  make this the data folder instead of DATA_DIR
    --replace    move aside what is in the folder
A restored database sends nothing, so that it can lie beside the installation. If it takes its place:
  npm run restore -- resume               mails, payments, webhooks, backups and clean-ups go out again
  npm run restore -- resume --send-mails  and the mails that waited in the backup, which may have been sent since
  npm run restore -- hold                 the database was restored by other means, which the start did not notice`;

export async function backupCommand(config: Config, [what, ...rest]: readonly string[]): Promise<string> {
  rejectPostgres(config);
  if (rest.length > 0) throw new OperatorError(backupUsage);
  if (what === undefined) return describeNewBackup(await makeBackup({ config, pictures: openPictures(config), now }));
  if (what === 'list') return list(config);
  if (what === 'check') return check(config);
  throw new OperatorError(backupUsage);
}

export async function restoreCommand(config: Config, args: readonly string[]): Promise<string> {
  rejectPostgres(config);
  const { backup, to = config.dataDir, mayReplace } = parseRestoreArguments(args);
  const { manifest, asideDir, returned } = await restore({ config, now }, { backup, dataDir: to, mayReplace });
  const aside = asideDir === null ? '' : `\nWhat was there before is in ${asideDir}; delete it when you no longer need it.`;
  const deleted =
    returned.length === 0 ? '' : `\nDeleted after this backup, and back now: ${returned.join(', ')}. Delete them again.`;
  const held = `\nNo mail, payment, webhook, backup or clean-up goes out from it until you say that it is the installation: ${to === config.dataDir ? '' : `DATA_DIR=${to} `}npm run restore -- resume`;
  return `Restored to ${to}: ${describeBackup(manifest)}${aside}${deleted}${held}`;
}

function parseRestoreArguments(args: readonly string[]): { backup: string; to?: string; mayReplace: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { to: { type: 'string' }, replace: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [backup] = positionals;
    if (backup !== undefined && positionals.length === 1 && values.to !== '')
      return { backup, mayReplace: values.replace, ...(values.to !== undefined && { to: values.to }) };
  } catch {
    // An unknown option, or one without its value.
  }
  throw new OperatorError(restoreUsage);
}

/** PostgreSQL has its own tools, with point-in-time recovery. */
function rejectPostgres({ databaseUrl }: Config): void {
  if (databaseUrl === undefined) return;
  throw new OperatorError(
    'DATABASE_URL names a PostgreSQL, which is backed up with its own tools: pg_dump --format=custom "$DATABASE_URL" --file=farm.dump, restored with pg_restore; for every minute WAL archiving. docs/operating.md says how, and how to keep the pictures.',
  );
}

const describeNewBackup = (manifest: Manifest): string => {
  const { missingPictures: missing } = manifest;
  const missingText = missing.length === 0 ? '' : `\n${missing.length} pictures that the database knows were not there.`;
  return `Backed up: ${describeBackup(manifest)}${missingText}`;
};

const describeBackup = ({ id, rows, pictures, database }: Manifest): string =>
  `${id}, ${count(rows['farms'])} farms, ${count(rows['animals'])} animals, ${count(pictures.length)} pictures, database ${count(Math.ceil(database.bytes / 1024))} kB.`;

const count = (number = 0): string => number.toLocaleString('en');

const aheadOfClock = 'Its name lies in the future: a clock was wrong. It is restored by its name only, never as newest.';

async function list(config: Config): Promise<string> {
  const store = openBackups(config);
  const lines: string[] = [];
  for (const id of await listBackups(store)) {
    const manifest = await readManifest(store, id).catch(() => undefined);
    const line = manifest ? describeBackup(manifest) : `${id}, made ${backupMoment(id)}: its manifest cannot be read.`;
    lines.push(isInFuture(id, now()) ? `${line} ${aheadOfClock}` : line);
  }
  return lines.length === 0 ? 'There are no backups yet.' : lines.join('\n');
}

async function check(config: Config): Promise<string> {
  const drill = await drillNewest({ config, now });
  if (!drill) throw new OperatorError('There are no backups yet.');
  if (drill.error !== null) throw new OperatorError(`${drill.id} cannot be restored: ${drill.error}`);
  return `${drill.id} can be restored.`;
}
