import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../src/web/app');

/** The script without comments, to be inlined in a page. */
export const inlineScript = (name: string): string =>
  `<script>${readFileSync(join(folder, name), 'utf8').replaceAll(/^\s*\/\/.*\n/gm, '')}</script>`;
