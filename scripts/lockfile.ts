import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completed, type Lockfile } from './lockfile-platforms.ts';

const path = join(import.meta.dirname, '../package-lock.json');
const lockfile = JSON.parse(readFileSync(path, 'utf8')) as Lockfile;
writeFileSync(path, `${JSON.stringify(completed(lockfile), null, 2)}\n`);
