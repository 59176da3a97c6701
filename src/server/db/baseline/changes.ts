import type { RecordKind } from '#domain/records/kinds.ts';
import { column, table } from './table.ts';

/** What was deleted from a farm, who changed what, and what was applied of POST /api/sync. */
export const changes = {
  /** A deleted record, kept for 400 days for the copies of the farm that still have it; written by `logChanges`. */
  gone: table(
    {
      farm_id: 'text not null references farms (id) on delete cascade',
      kind: 'text not null',
      id: 'text not null',
      revision: 'bigint not null',
    },
    'constraint gone_pk primary key (farm_id, kind, id)',
    'create index gone_revision on gone (farm_id, revision, kind, id)',
    "create index gone_animals on gone (id) where kind = 'animal'",
  ),
  /** The change of one record by a write. Rows are only added, and purged after five years. */
  changes: table(
    {
      farm_id: 'text not null references farms (id) on delete cascade',
      /** The number of the change within its revision, from 1. */
      n: 'integer not null',
      at: 'text not null',
      by_user: 'text',
      by_key: 'text',
      by_job: 'text',
      /** The name of the call in the contract. */
      call: 'text not null',
      kind: column<RecordKind | 'farm'>('text not null'),
      id: 'text not null',
      /** JSON: `{ name: [before, after] }` of the fields that changed, `{ name: [before] }` of a record that was deleted, null for a new one. */
      fields: 'text',
      /** The revision of the act that this one undoes. */
      undoes: 'bigint',
      revision: 'bigint not null',
    },
    'constraint changes_pk primary key (farm_id, revision, n)',
    `constraint changes_by_one check (
    (by_user is not null and by_key is null and by_job is null)
    or (by_user is null and by_key is not null and by_job is null)
    or (by_user is null and by_key is null and by_job is not null)
  )`,
    'create index changes_record on changes (farm_id, kind, id, revision)',
    'create index changes_undoes on changes (farm_id, undoes) where undoes is not null',
  ),
  /** Applied operations of `POST /api/sync`, kept for a year. */
  receipts: table(
    {
      farm_id: 'text not null references farms (id) on delete cascade',
      /** Made by the browser. */
      id: 'text not null',
      /** SHA-256 of the call with its parameters and its body: distinguishes a retry from another operation with the same id. */
      digest: 'text not null',
      /** JSON: the reply of the call; null if it is long. */
      answer: 'text',
      /** The farm's revision of the operation's write, from which the age of the row follows too. */
      revision: 'bigint not null',
    },
    'constraint receipts_pk primary key (farm_id, id)',
    'create index receipts_revision on receipts (farm_id, revision)',
  ),
};
