import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { uploadsPath } from '#domain/values/pictures.ts';
import { pictureColumns } from '#server/db/picture-columns.ts';
import { answerWith } from '#server/worker-answers.ts';
import type { Inspection, InspectionRequest } from './inspect-database.ts';

async function* inspection(): AsyncGenerator<Inspection, undefined> {
  const { file, checksIntegrity } = workerData as InspectionRequest;
  using db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  const texts = (sql: string): string[] =>
    db
      .prepare(sql)
      .all()
      .map((row) => Object.values(row).join(' '));
  // The copy is a single file without a write-ahead log.
  db.exec('pragma journal_mode = delete');
  const tables = texts(`select name from sqlite_schema where type = 'table' order by name`);
  const columns = new Set(
    texts(`select t.name || ' ' || c.name from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table'`),
  );
  const select = (column: string, sql: string): string[] => (columns.has(column) ? texts(sql) : []);
  yield {
    schema: select('kysely_migration name', 'select max(name) from kysely_migration')[0] ?? '',
    rows: Object.fromEntries(
      tables
        .filter((table) => !/^(?:sqlite_|kysely_|listing_words)/.test(table))
        .map((table) => [table, Number(texts(`select count(*) from "${table}"`)[0])]),
    ),
    pictureNames: select('files name', 'select distinct name from files order by name'),
    isHeld: select('restores is_held', 'select 1 from restores where is_held').length > 0,
    // A copy of an earlier version lacks some of them.
    referencedPictures: new Set(
      pictureColumns.flatMap(([table, column]) =>
        select(
          `${table} ${column}`,
          `select substr(${column}, ${uploadsPath.length + 1}) from ${table} where ${column} is not null`,
        ),
      ),
    ),
    errors: checksIntegrity
      ? [
          ...texts('pragma integrity_check').filter((line) => line !== 'ok'),
          ...texts('pragma foreign_key_check').map((line) => `a row points nowhere: ${line}`),
        ]
      : [],
  };
}

answerWith(inspection());
