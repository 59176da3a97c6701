import { sql, type Kysely } from 'kysely';
import { columnTypes, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** Receipts and movement documents. They name animals without a foreign key, since they are kept when an animal is deleted. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer, boolean } = columnTypes(engine);
  await db.schema
    .createTable('papers')
    .addColumn('farm_id', text, (c) => c.notNull().references('farms.id').onDelete('cascade'))
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('kind', text, (c) => c.notNull().check(sql`kind in ('receipt', 'movement')`))
    .addColumn('year', integer, (c) => c.notNull())
    .addColumn('number', integer, (c) => c.check(sql`number > 0`))
    .addColumn('label', text, (c) => c.notNull())
    .addColumn('is_received', boolean, (c) => c.notNull())
    .addColumn('day', text, (c) => c.notNull().check(sql`length(day) = 10`))
    .addColumn('party', text, (c) => c.notNull())
    .addColumn('animals', integer, (c) => c.notNull())
    .addColumn('tags', text, (c) => c.notNull())
    .addColumn('total_cents', engine === 'postgres' ? 'bigint' : 'integer')
    .addColumn('content', text, (c) => c.notNull())
    .addColumn('words', text, (c) => c.notNull())
    .addColumn('replaces_id', text)
    .addColumn('issued_by', text)
    .addColumn('create_digest', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('cancelled_at', text)
    .addColumn('cancelled_by', text)
    .addColumn('cancel_reason', text)
    .addPrimaryKeyConstraint('papers_pk', ['farm_id', 'id'])
    .addUniqueConstraint('papers_number', ['farm_id', 'kind', 'year', 'number'])
    .modifyEnd(strict(engine))
    .execute();
  for (const statement of [
    'create index papers_day on papers (farm_id, day, created_at, id)',
    'create index papers_replaced on papers (farm_id, replaces_id) where replaces_id is not null',
    ...asIssued(engine),
  ]) {
    await sql.raw(statement).execute(db);
  }
}

const fixed =
  'farm_id, id, kind, year, number, label, is_received, day, party, animals, tags, total_cents, content, words, replaces_id, created_at';

function asIssued(engine: Engine): readonly string[] {
  const refusal = 'a paper is never changed';
  if (engine === 'sqlite') {
    return [
      `create trigger papers_as_issued before update of ${fixed} on papers begin select raise(abort, '${refusal}'); end`,
      `create trigger papers_stay_cancelled before update of cancelled_at on papers when old.cancelled_at is not null
        begin select raise(abort, '${refusal}'); end`,
    ];
  }
  return [
    `create function refuse_change_of_paper() returns trigger language plpgsql as $$ begin raise exception '${refusal}'; end $$`,
    `create trigger papers_as_issued before update of ${fixed} on papers
      for each row execute function refuse_change_of_paper()`,
    `create trigger papers_stay_cancelled before update of cancelled_at on papers
      for each row when (old.cancelled_at is not null) execute function refuse_change_of_paper()`,
  ];
}
