import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Changes } from '#contract/changes.ts';
import { copyForm } from './copy-form.ts';

test('a change of the rows changes the form of a copy, so that browsers fill it anew (npm run openapi)', () => {
  const form = JSON.stringify(z.toJSONSchema(Changes));
  expect(copyForm).toBe(createHash('sha256').update(form).digest('base64url').slice(0, 8));
});
