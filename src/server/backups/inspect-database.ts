import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { uploadsPath } from '#domain/values/pictures.ts';

export interface Inspection {
  /** The last migration step; '' without any. */
  readonly schema: string;
  readonly rows: Readonly<Record<string, number>>;
  readonly pictureNames: readonly string[];
  readonly referencedPictures: ReadonlySet<string>;
  readonly isHeld: boolean;
  readonly errors: readonly string[];
}

export interface InspectionRequest {
  readonly file: string;
  readonly checksIntegrity: boolean;
}

/** In a worker thread, because a large copy takes seconds. */
export async function inspectDatabase(request: InspectionRequest): Promise<Inspection> {
  const worker = new Worker(new URL('./inspect-worker.ts', import.meta.url), { workerData: request, execArgv: [] });
  try {
    return await new Promise<Inspection>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the inspection of the database was cut off')));
    });
  } finally {
    await worker.terminate();
  }
}

export function inspect({ file, checksIntegrity }: InspectionRequest): Inspection {
  using db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  const texts = (sql: string): string[] =>
    db
      .prepare(sql)
      .all()
      .map((row) => Object.values(row).join(' '));
  // The copy is a single file without a write-ahead log.
  db.exec('pragma journal_mode = delete');
  const tables = texts(`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'
                        and name not like 'kysely_%' and name not like 'listing_words%' order by name`);
  const has = (table: string): boolean => texts(`select 1 from sqlite_schema where name = '${table}'`).length > 0;
  return {
    schema: has('kysely_migration') ? (texts('select max(name) from kysely_migration')[0] ?? '') : '',
    rows: Object.fromEntries(tables.map((table) => [table, Number(texts(`select count(*) from "${table}"`)[0])])),
    pictureNames: has('files') ? texts('select distinct name from files order by name') : [],
    isHeld: has('restores') && texts('select 1 from restores where is_held').length > 0,
    referencedPictures: new Set(
      has('files')
        ? pictureColumns
            // A copy of an earlier version lacks some of them.
            .filter(([table, column]) => texts(`select 1 from pragma_table_info('${table}') where name = '${column}'`).length > 0)
            .flatMap(([table, column]) => texts(`select ${nameIn(column)} from ${table} where ${column} is not null`))
        : [],
    ),
    errors: checksIntegrity
      ? [
          ...texts('pragma integrity_check').filter((line) => line !== 'ok'),
          ...texts('pragma foreign_key_check').map((line) => `a row points nowhere: ${line}`),
        ]
      : [],
  };
}

const nameIn = (column: string): string => `substr(${column}, ${uploadsPath.length + 1})`;

const pictureColumns = [
  ['animals', 'image_url'],
  ['listing_photos', 'url'],
  ['events', 'photo'],
  ['products', 'photo'],
  ['farms', 'logo_url'],
  ['farms', 'plan_picture'],
] as const;
