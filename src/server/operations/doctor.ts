import { ConfigError, readConfig, retiredSettings, type Config } from '#server/config.ts';
import { errorMessage } from '#server/error-message.ts';
import { operatorSentence } from '#server/operator.ts';
import { examineBackups } from './examine-backups.ts';
import { examineDatabase } from './examine-database.ts';
import { examineBucket, examineMail, examinePayments, examinePublicAddress, examineServer } from './examine-network.ts';
import { bad, good, formatFindings, note, type Finding } from './findings.ts';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { inGigabytes, isLow, readDiskSpace } from './disk-space.ts';

async function examineDataFolder({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding[]> {
  const folder = resolve(dataDir);
  if (!existsSync(folder)) return [note(`the data folder ${folder} is not there yet`, 'The first start makes it')];
  const found = await stat(folder);
  if (!found.isDirectory()) return [bad(`DATA_DIR=${folder} is no folder`, 'Set DATA_DIR to a folder of yours')];
  return [await examineWriting(folder), ...examineRights(folder, found.mode), await examineSpace(folder)];
}

async function examineWriting(folder: string): Promise<Finding> {
  const trial = join(folder, `.doctor-${randomUUID()}`);
  try {
    await using file = await open(trial, 'wx', 0o600);
    await file.writeFile('can this be written?');
    await file.sync();
    return good(`the data folder ${folder} can be written`);
  } catch (error) {
    return bad(
      `nothing can be written to the data folder: ${errorMessage(error)}`,
      `Give it to the account that runs the server: chown -R … ${folder}`,
    );
  } finally {
    await rm(trial, { force: true });
  }
}

function examineRights(folder: string, mode: number): Finding[] {
  const isOpen = process.platform !== 'win32' && (mode & 0o007) !== 0;
  return isOpen ? [note('every account on this machine can look into the data folder', `chmod 700 ${folder}`)] : [];
}

async function examineSpace(folder: string): Promise<Finding> {
  const space = await readDiskSpace(folder);
  const message = `${inGigabytes(space.freeBytes)} of ${inGigabytes(space.totalBytes)} are free`;
  return isLow(space)
    ? bad(`the disk of the data folder is nearly full: ${message}`, 'Make room, or move DATA_DIR to a larger disk')
    : good(message);
}

type Examination = (config: Config) => Promise<readonly Finding[]>;

const examinations: Readonly<Record<string, Examination>> = {
  'the data folder': examineDataFolder,
  'the database': (config) => examineDatabase(config, new Date()),
  'the backups': (config) => examineBackups(config, new Date()),
  'the server': examineServer,
  'the public address': examinePublicAddress,
  mail: examineMail,
  payments: examinePayments,
  'the bucket': examineBucket,
};

/** `npm run doctor`. Changes nothing; succeeds if no finding is bad. */
export async function examine(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly text: string; readonly isWell: boolean }> {
  const findings = [good(`Node ${process.versions.node}`), ...(await examineInstallation(environment))];
  return { text: formatFindings(findings), isWell: findings.every(({ symbol }) => symbol !== '✗') };
}

async function examineInstallation(environment: Readonly<Record<string, string | undefined>>): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n').map((line) => bad(line, 'Correct it in the environment or in .env'));
  }
  const findings: Finding[] = [
    good('the settings can be read'),
    ...retiredSettings(environment).map((sentence) => note(sentence, 'Remove it from the environment or from .env')),
  ];
  for (const [what, look] of Object.entries(examinations)) {
    findings.push(...(await look(config).catch((error: unknown) => [broken(what, error)])));
  }
  return findings;
}

const broken = (what: string, error: unknown): Finding =>
  bad(`${what} could not be examined: ${operatorSentence(error) ?? errorMessage(error)}`, 'See to that first, then ask again');
