import { CompiledQuery } from 'kysely';
import { Handle } from '#server/db/engines/sqlite-handle.ts';

/**
 * Prints by how many megabytes this process grows with 400 long statements, after the first 50. Its argument is a file for the
 * database.
 */
const handle = new Handle(process.argv[2] ?? '');
handle.exec('create table goats (a, b, c)');
// Without the JavaScript heap, which the runtime collects at any time.
const memoryMb = (): number => {
  const { rss, heapTotal } = process.memoryUsage();
  return (rss - heapTotal) / 1024 / 1024;
};
let afterSome = Infinity;
for (let statement = 1; statement <= 450; statement += 1) {
  const rows = Array.from({ length: statement + 6000 }, () => '(?1, ?2, ?3)').join(',');
  handle.run(CompiledQuery.raw(`insert into goats select * from (values ${rows}) limit 0`, [1, 1, 1]));
  if (statement === 50) afterSome = memoryMb();
}
console.log(Math.round(memoryMb() - afterSome));
handle.close();
