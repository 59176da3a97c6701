import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The figures replace what is between `<!-- NAME: the command that makes them -->` and `<!-- /NAME -->`. */
export function writeSection(page: string, name: string, figures: string): void {
  const file = join(root, 'docs', page);
  const text = readFileSync(file, 'utf8');
  const begin = text.indexOf('-->', text.indexOf(`<!-- ${name}: `)) + '-->'.length;
  const end = text.indexOf(`<!-- /${name} -->`);
  if (begin > end) throw new Error(`docs/${page} has no place for ${name}`);
  writeFileSync(file, `${text.slice(0, begin)}\n\n${thisMachine()}:\n\n${figures}\n\n${text.slice(end)}`);
  spawnSync(join(root, 'node_modules/.bin/oxfmt'), [file]);
}

/** Figures mean nothing without the machine they were measured on. */
const thisMachine = (): string =>
  `On ${cpus().length} cores (${cpus()[0]?.model.trim()}), Linux ${release()}, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}`;
