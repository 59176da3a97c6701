import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Changes } from '../src/contract/changes.ts';
import { openApiDocument } from './openapi-document.ts';

const write = (file: string, text: string): void => writeFileSync(join(import.meta.dirname, '..', file), text);

const form = createHash('sha256')
  .update(JSON.stringify(z.toJSONSchema(Changes)))
  .digest('base64url')
  .slice(0, 8);

write('docs/openapi.json', `${JSON.stringify(openApiDocument(), null, 2)}\n`);
write(
  'src/web/offline/copy/copy-form.ts',
  `/** A digest of the shape of all rows, written by \`npm run openapi\`. */\nexport const copyForm = '${form}';\n`,
);
