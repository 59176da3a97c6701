import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { writeZip } from './write-zip.ts';

test('when the client disconnects, the current file is closed and no other is opened', async () => {
  const [first, second] = [new PassThrough(), new PassThrough()];
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
  const zip = writeZip(async (add) => {
    const added = add('first', first);
    begin();
    await added.catch(() => undefined);
    await add('second', second);
  });
  await hasBegun;
  zip.destroy();
  await expect.poll(() => [first.destroyed, second.destroyed]).toEqual([true, true]);
});
