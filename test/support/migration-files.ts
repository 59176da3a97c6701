import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const folder = join(import.meta.dirname, '../../src/server/db/migrations');

export const digestsFile = join(folder, 'digests.json');
export const schemaFile = join(folder, 'schema.json');

/** Every migration uses the column types of this file. */
const shared = join(folder, '../columns.ts');

export const readDigests = (): Record<string, string> => JSON.parse(readFileSync(digestsFile, 'utf8')) as Record<string, string>;

export const currentDigests = (): Record<string, string> =>
  Object.fromEntries(
    [shared, ...globSync(`${folder}/[0-9]*.ts`).toSorted()].map((file) => [
      basename(file, '.ts'),
      digestOf(readFileSync(file, 'utf8')),
    ]),
  );

const digestOf = (text: string): string => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');

export const editedSteps = (pinned: Readonly<Record<string, string>>, current: Readonly<Record<string, string>>): string[] =>
  Object.keys(pinned)
    .filter((name) => pinned[name] !== current[name])
    .map(
      (name) =>
        `${name}.ts is not as it was when it was pinned. Databases have taken that step: put the file back as it was (git checkout) and write what is new as the next step. If the step has never left your machine, delete its line from migrations/digests.json and run npm run migrations.`,
    );
