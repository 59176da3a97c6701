import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '#server/config.ts';
import { errorMessage } from '#server/error-message.ts';
import { inGigabytes, isLow, readDiskSpace } from './disk-space.ts';
import { bad, good, note, type Finding } from './findings.ts';

export async function examineDataFolder({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding[]> {
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
