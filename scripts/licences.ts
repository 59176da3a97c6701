import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { licencesDocument, type LockedPackages } from './licences-document.ts';

const root = resolve(import.meta.dirname, '..');
const lockfile = JSON.parse(readFileSync(resolve(root, 'package-lock.json'), 'utf8')) as LockedPackages;
writeFileSync(resolve(root, 'docs/licences.md'), licencesDocument(lockfile));
