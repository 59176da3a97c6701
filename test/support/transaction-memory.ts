import { CompiledQuery } from 'kysely';
import { Handle } from '#server/db/engines/sqlite-handle.ts';
import { SqliteWriter } from '#server/db/engines/sqlite-writer.ts';

/** Prints by how many megabytes this process grows while the statements of one transaction change every page of a table. */
const [file = ''] = process.argv.slice(2);
const handle = new Handle(file);
handle.exec(`create table herds (id integer primary key);
  insert into herds values (1);
  create table goats (id integer primary key, herd integer not null references herds (id), name text not null unique, note text);
  with recursive ids (id) as (select 1 union all select id + 1 from ids where id < 40000)
  insert into goats select id, 1, 'Goat ' || id, hex(zeroblob(250)) from ids`);
const writer = new SqliteWriter(handle);

// Without the JavaScript heap, which the runtime collects at any time.
const megabytes = (): number => {
  const { rss, heapTotal } = process.memoryUsage();
  return (rss - heapTotal) / 1024 / 1024;
};
const transaction = await writer.begin();
const before = megabytes();
for (let part = 0; part < 200; part += 1) {
  await transaction.run(CompiledQuery.raw(`update goats set name = 'Part ' || ? || name where id % 200 = ?`, [part, part]));
}
process.stdout.write(String(Math.round(megabytes() - before)));
await transaction.end('commit');
await writer.close();
