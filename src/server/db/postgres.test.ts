import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { emptyPostgresDatabase } from '#test/engines.ts';
import { openDatabase } from './connect.ts';
import { reusePlan } from './postgres.ts';

afterEach(() => vi.restoreAllMocks());

test('a reused plan for a table that was empty is replaced when the table has grown', async () => {
  const { db } = openDatabase({ databaseUrl: await emptyPostgresDatabase(), dataDir: '' });
  try {
    await sql`create table grows (id text primary key)`.execute(db);
    await sql`analyze grows`.execute(db);
    const text = `select id from grows where id = $1 ${reusePlan}`;
    const find = () => sql`select id from grows where id = ${'5'} ${sql.raw(reusePlan)}`.execute(db);
    const plan = async () =>
      JSON.stringify(await sql.raw(`explain execute "${createHash('sha1').update(text).digest('hex')}" ('5')`).execute(db));
    // PostgreSQL uses a generic plan from the sixth execution on.
    for (let time = 0; time < 6; time += 1) await find();
    await sql`insert into grows select n::text from generate_series(1, 50000) n`.execute(db);
    expect(await plan()).toContain('Seq Scan');
    const later = performance.now() + 6000;
    vi.spyOn(performance, 'now').mockReturnValue(later);
    expect((await find()).rows).toEqual([{ id: '5' }]);
    expect(await plan()).not.toContain('Seq Scan');
  } finally {
    await db.destroy();
  }
});
