import { sql, type Kysely } from 'kysely';
import { columnTypes, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** One queue of tasks for jobs, mails and requests to payment providers, which had a table and a way of leasing each. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer } = columnTypes(engine);
  const end = strict(engine);

  await db.schema
    .createTable('tasks')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('dedupe_key', text)
    .addColumn('state', text, (c) =>
      c
        .notNull()
        .defaultTo('waiting')
        .check(sql`state in ('waiting', 'held', 'done', 'failed')`),
    )
    .addColumn('run_at', text, (c) => c.notNull())
    .addColumn('run_order', text, (c) => c.notNull())
    .addColumn('origin', text, (c) => c.notNull().defaultTo(''))
    .addColumn('holder', text)
    .addColumn('lease_until', text)
    .addColumn('attempts', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('finished_at', text)
    .addColumn('last_error', text)
    .addColumn('payload', text)
    .addUniqueConstraint('tasks_once', ['kind', 'dedupe_key'])
    .modifyEnd(end)
    .execute();
  await db.schema.createIndex('tasks_waiting').on('tasks').columns(['state', 'kind', 'run_order', 'id']).execute();
  await db.schema.createIndex('tasks_origin').on('tasks').columns(['state', 'origin', 'run_order']).execute();

  await db.schema
    .createTable('mails')
    .addColumn('id', text, (c) => c.primaryKey().references('tasks.id').onDelete('cascade'))
    .addColumn('to_address', text, (c) => c.notNull())
    .addColumn('subject', text, (c) => c.notNull())
    .addColumn('body', text, (c) => c.notNull())
    .addColumn('html', text)
    .addColumn('budget', text, (c) => c.notNull().defaultTo(''))
    .modifyEnd(end)
    .execute();
  await db.schema.createIndex('mails_budget').on('mails').column('budget').execute();

  // How often a job runs is known to the program alone, so each of them is due once after this step.
  await sql`
    insert into tasks (id, kind, dedupe_key, run_at, run_order, holder, lease_until, created_at, finished_at, last_error)
    select name, 'job', name, coalesce(last_started_at, '1970-01-01T00:00:00.000Z'), coalesce(last_started_at, ''), holder, lease_until,
      coalesce(last_started_at, '1970-01-01T00:00:00.000Z'), last_finished_at, last_error
    from jobs`.execute(db);

  // Only mails that were given up have twenty attempts and no content.
  await sql`
    insert into tasks (id, kind, state, run_at, run_order, origin, attempts, created_at, finished_at, last_error)
    select id, 'mail',
      case when sent_at is not null then 'done' when held_since is not null then 'held'
        when attempts >= 20 and body = '' and html is null then 'failed' else 'waiting' end,
      next_attempt_at, send_order, origin, attempts, created_at, sent_at, last_error
    from outbox`.execute(db);
  await sql`
    insert into mails (id, to_address, subject, body, html, budget)
    select id, to_address, subject, body, html, budget from outbox`.execute(db);

  const jsonObject = sql.raw(engine === 'postgres' ? 'json_build_object' : 'json_object');
  await sql`
    insert into tasks (id, kind, dedupe_key, state, run_at, run_order, attempts, created_at, finished_at, last_error, payload)
    select id, kind, subject, case when done_at is null then 'waiting' else 'done' end, next_attempt_at, next_attempt_at, attempts,
      created_at, done_at, last_error,
      cast(${jsonObject}('provider', provider, 'creditedCents', credited_cents, 'restCents', rest_cents) as text)
    from payment_tasks`.execute(db);

  for (const table of ['jobs', 'outbox', 'payment_tasks']) await db.schema.dropTable(table).execute();
}
