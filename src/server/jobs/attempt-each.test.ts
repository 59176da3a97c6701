import { expect, test } from 'vitest';
import { attemptEach } from './attempt-each.ts';

test('a failure does not stop the others, and the first error is thrown in the end', async () => {
  const done: number[] = [];
  const attempt = async (item: number): Promise<void> => {
    if (item % 2 === 0) throw new Error(`no ${item}`);
    done.push(item);
  };
  await expect(attemptEach([1, 2, 3, 4, 5], new AbortController().signal, attempt)).rejects.toThrow('no 2');
  expect(done).toEqual([1, 3, 5]);
});

test('nothing more is attempted after the signal', async () => {
  const [leaving, done] = [new AbortController(), [] as number[]];
  const attempt = async (item: number): Promise<void> => {
    done.push(item);
    leaving.abort();
  };
  await expect(attemptEach([1, 2], leaving.signal, attempt)).rejects.toThrow('aborted');
  expect(done).toEqual([1]);
});
