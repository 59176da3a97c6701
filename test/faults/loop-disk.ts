import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An ext4 disk of its own in a file, which can be filled up and cut off. */
export interface LoopDisk {
  readonly folder: string;
  /** Discards what was not synced; the disk returns errors until `restorePower`. */
  cutPower(): void;
  restorePower(): void;
  remove(): void;
}

export function openLoopDisk(megabytes: number): LoopDisk {
  const base = mkdtempSync(join(tmpdir(), 'bellwether-disk-'));
  const [image, mountPoint] = [join(base, 'image'), join(base, 'disk')];
  mkdirSync(mountPoint);
  const restorePower = (): void => run('mount', '-o', 'loop', image, mountPoint);
  try {
    run('truncate', '-s', `${megabytes}M`, image);
    run('mkfs.ext4', '-q', '-F', '-m', '0', image);
    restorePower();
  } catch (error) {
    rmSync(base, { recursive: true, force: true });
    throw new Error(`No disk of its own can be made here; it takes root, loop devices, ext4 and Python. ${String(error)}`, {
      cause: error,
    });
  }
  const folder = join(mountPoint, 'data');
  mkdirSync(folder);
  run('sync', '-f', mountPoint);
  return {
    folder,
    cutPower: () => run('python3', join(import.meta.dirname, 'cut-power.py'), mountPoint),
    restorePower: () => {
      run('umount', mountPoint);
      restorePower();
    },
    remove: () => {
      run('umount', '-l', mountPoint);
      rmSync(base, { recursive: true, force: true });
    },
  };
}

export function canMakeLoopDisk(): boolean {
  try {
    openLoopDisk(16).remove();
    return spawnSync('python3', ['--version']).status === 0;
  } catch {
    return false;
  }
}

function run(command: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? stderr.trim()}`);
}
