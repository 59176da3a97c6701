import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('prepared statements take a bounded amount of memory, however many and long they are', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-statements-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // In a separate process, because other tests of this one allocate and free memory meanwhile.
  const grown = execFileSync(process.execPath, ['test/support/statement-memory.ts', join(folder, 'test.db')], {
    encoding: 'utf8',
  });
  expect(Number(grown)).toBeLessThan(150);
});
