import { CompiledQuery } from 'kysely';
import { Handle } from '#server/db/engines/sqlite-handle.ts';
import { SqliteWriter } from '#server/db/engines/sqlite-writer.ts';

/** Prints by how many MB the memory of this process grows while one transaction changes every page of a table a hundred times. */
const [file = ''] = process.argv.slice(2);
const handle = new Handle(file);
handle.exec(`create table notes (id integer primary key, times integer, note text);
  with recursive ids (id) as (select 1 union all select id + 1 from ids where id < 20000)
  insert into notes select id, 0, hex(zeroblob(250)) from ids`);
const writer = new SqliteWriter(handle);

const megabytes = (): number => process.memoryUsage.rss() / 1024 / 1024;
const transaction = await writer.begin();
const before = megabytes();
for (let part = 0; part < 100; part += 1) {
  await transaction.run(CompiledQuery.raw('update notes set times = times + 1 where id % 8 = ?', [part % 8]));
}
process.stdout.write(String(Math.round(megabytes() - before)));
await transaction.end('commit');
await writer.close();
