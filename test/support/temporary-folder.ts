import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder, which is removed at the end of the test, or with `afterAll` of the group or file. */
export function newFolder(atEnd: (remove: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-folder-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
