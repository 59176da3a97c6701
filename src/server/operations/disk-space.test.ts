import { expect, onTestFinished, test, vi } from 'vitest';
import { watchDisk } from './disk-space.ts';

test('the log warns within a minute that space is low, then once an hour, and says when there is enough again', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const logged: string[] = [];
  const note = (_: unknown, text?: string) => void logged.push(text ?? '');
  let freeBytes = 5e9;
  watchDisk('.', { info: note, warn: note, error: note }, async () => ({ freeBytes, totalBytes: 20e9 }));
  const after = async (minutes: number) => {
    await vi.advanceTimersByTimeAsync(minutes * 60_000);
    return logged.splice(0);
  };
  const low = 'the disk of DATA_DIR is nearly full: 0.5 GB of 20.0 GB are free. Make room';
  expect(await after(5)).toEqual([]);
  freeBytes = 0.5e9;
  expect([await after(1), await after(59), await after(1)]).toEqual([[low], [], [low]]);
  freeBytes = 5e9;
  expect(await after(120)).toEqual(['the disk of DATA_DIR has enough free space again']);
});
