import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operatorSentence } from '../../operator.ts';
import { FolderInUseError, lockDataFolder } from './data-folder.ts';

describe('the data folder', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'bellwether-folder-'));
    writeFileSync(join(dir, 'file'), '');
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  test('is created with its parents', () => {
    using _ = lockDataFolder(join(dir, 'a/b/c'));
    expect(existsSync(join(dir, 'a/b/c'))).toBe(true);
  });

  test('is locked by one server at a time, and unlocked as soon as its process ends', () => {
    {
      using _ = lockDataFolder(dir);
      expect(() => lockDataFolder(dir, 0)).toThrow(FolderInUseError);
      expect(() => lockDataFolder(dir, 0)).toThrow(/Another server is running.*DATA_DIR/);
    }
    using _ = lockDataFolder(dir, 0);
  });

  test.each([
    ['a file', 'file'],
    ['below a file', 'file/data'],
    ['of the system', '/proc/bellwether'],
    ['of the system and there', '/proc'],
    ['below a process', '/proc/self/fd/data'],
    ['a device', '/dev/null'],
    ['too long a name', 'x'.repeat(300)],
  ])('that is %s is refused with a sentence that names DATA_DIR', (_, folder) => {
    let refusal: unknown;
    try {
      lockDataFolder(folder.startsWith('/') ? folder : join(dir, folder), 0);
    } catch (error) {
      refusal = error;
    }
    expect(operatorSentence(refusal)).toMatch(/DATA_DIR/);
  });
});
