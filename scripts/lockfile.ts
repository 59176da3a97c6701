import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { completed, pinned, unpinned, type Lockfile } from './lockfile-platforms.ts';

const path = join(import.meta.dirname, '../package-lock.json');

/** A registry may not have the packages of every platform. */
async function integrityOf(spec: string): Promise<string | undefined> {
  const { stdout } = await promisify(execFile)('npm', ['view', spec, 'dist.integrity']).catch(() => ({ stdout: '' }));
  return /^sha512-\S+$/m.exec(stdout)?.[0];
}

const whole = completed(JSON.parse(readFileSync(path, 'utf8')) as Lockfile);
const lockfile = process.argv.includes('pin') ? await pinned(whole, integrityOf) : whole;
writeFileSync(path, `${JSON.stringify(lockfile, null, 2)}\n`);
const left = unpinned(lockfile).length;
if (left > 0)
  console.log(`The content of ${left} packages is not pinned; where the registry has all platforms: npm run lockfile -- pin`);
