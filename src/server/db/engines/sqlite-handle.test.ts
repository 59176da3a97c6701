import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { sampledTest } from '#test/long-run.ts';

sampledTest([
  ['prepared statements, however many and long they are', 'statement-memory.ts'],
  ['a transaction, however many pages its statements change', 'transaction-memory.ts'],
])('a bounded amount of memory is taken by %s', (_, script) => {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-memory-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // In a separate process, because other tests of this one allocate and free memory meanwhile.
  const grown = execFileSync(process.execPath, [join('test/support', script), join(folder, 'test.db')], { encoding: 'utf8' });
  expect(Number(grown)).toBeLessThan(150);
});
