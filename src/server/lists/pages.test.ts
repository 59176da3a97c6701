import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';
import { writeList, type JsonList, type PageRequest } from './pages.ts';

describeOnEachEngine('lists of heavy rows', (server) => {
  const heavy = JSON.stringify('x'.repeat(100_000));
  let rowsRead = 0;
  const read = async ({ limit, cursor = '0' }: PageRequest) => {
    const count = Math.min(limit, 100 - Number(cursor));
    rowsRead += count;
    const rows = Array<string>(count).fill(heavy);
    return { count, text: count === 0 ? null : rows.join(','), last: count === 0 ? null : String(Number(cursor) + count) };
  };
  const write = (page: { limit?: number; cursor?: string }): Promise<JsonList> => writeList(server().db, page, read, 5);

  test('a page ends after a megabyte, and the next one continues it', async () => {
    const rows: string[] = [];
    let pages = 0;
    for (let cursor: string | undefined; pages === 0 || cursor; pages += 1) {
      const { body, next } = await write({ limit: 1000, ...(cursor !== undefined && { cursor }) });
      if (body instanceof Readable) throw new Error('not held in memory');
      expect(body.length).toBeLessThan(2 * 1024 * 1024);
      rows.push(...(JSON.parse(body.toString()) as string[]));
      cursor = next;
    }
    expect([rows.length, pages > 5]).toEqual([100, true]);
  });

  test('a whole list is read as its client receives it', async () => {
    rowsRead = 0;
    const { body } = await write({});
    if (!(body instanceof Readable)) throw new Error('held in memory');
    expect(rowsRead).toBeLessThan(20);
    expect(JSON.parse(await text(body))).toHaveLength(100);
  });
});
