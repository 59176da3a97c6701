// @module-tag long
import { describe, expect, test } from 'vitest';
import { fillDiskWhileWriting } from './faults/disk-full.ts';
import { cutPowerWhileWriting, cutPowerWithoutSync, killWhileWriting } from './faults/interruptions.ts';
import { canMakeLoopDisk } from './faults/loop-disk.ts';
import { crashPostgresWhileWriting } from './faults/postgres-crashes.ts';
import { restartServersWhileWriting } from './faults/rolling-restarts.ts';

/** The short form of `npm run test:faults`. */
describe('nothing that was answered is lost, and nothing is done twice', () => {
  test('when the product is killed while it writes', async () => {
    const { answered, faults } = await killWhileWriting(4);
    expect(faults).toEqual([]);
    expect(answered).toBeGreaterThan(20);
  });

  test('when PostgreSQL crashes while the product writes', async () => {
    const { answered, faults } = await crashPostgresWhileWriting(1);
    expect(faults).toEqual([]);
    expect(answered).toBeGreaterThan(10);
  });

  test('when two servers are replaced one after the other', async () => {
    const { answered, faults } = await restartServersWhileWriting(2);
    expect(faults).toEqual([]);
    expect(answered).toBeGreaterThan(10);
  });

  // Only root can mount a disk; elsewhere these two tests do not exist, and the long run reports that it could not run them.
  if (canMakeLoopDisk()) {
    test('when the power is cut, and a control without fsync does lose data', async () => {
      expect((await cutPowerWhileWriting(2)).faults).toEqual([]);
      expect((await cutPowerWithoutSync(1)).faults).toEqual([]);
    });

    test('when the disk is full: writes get 507, reads go on, and writes resume by themselves', async () => {
      expect((await fillDiskWhileWriting(1)).faults).toEqual([]);
    });
  }
});
