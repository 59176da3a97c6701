import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { addMissingPlatforms, pinIntegrity, listUnpinned, type Lockfile } from './lockfile-platforms.ts';

const path = join(import.meta.dirname, '../package-lock.json');

async function integrityOf(spec: string): Promise<string | undefined> {
  const { stdout } = await promisify(execFile)('npm', ['view', spec, 'dist.integrity']).catch(() => ({ stdout: '' }));
  return /^sha512-\S+$/m.exec(stdout)?.[0];
}

const whole = addMissingPlatforms(JSON.parse(readFileSync(path, 'utf8')) as Lockfile);
const lockfile = process.argv.includes('pin') ? await pinIntegrity(whole, integrityOf) : whole;
writeFileSync(path, `${JSON.stringify(lockfile, null, 2)}\n`);
const left = listUnpinned(lockfile).length;
if (left > 0)
  console.log(`The content of ${left} packages is not pinned; where the registry has all platforms: npm run lockfile -- pin`);
