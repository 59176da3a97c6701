import { writeFileSync } from 'node:fs';
import { currentDigests, digestsFile, editedSteps, readDigests, schemaFile } from '#test/migration-files.ts';

const [pinned, current] = [readDigests(), currentDigests()];
const edited = editedSteps(pinned, current);
if (edited.length > 0) {
  console.error(edited.join('\n'));
  process.exit(1);
}
const write = (file: string, content: unknown): void => writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
write(digestsFile, current);
// Imported only now, because the migrations read the digests that have just been written.
const { schemasOfMigrations } = await import('#test/schemas.ts');
write(schemaFile, await schemasOfMigrations());
