import type { AuditEntry } from '#contract/admin.ts';
import { column, table } from './table.ts';

/** The installation: its settings, what administrators did, deleted farms, restores. */
export const operation = {
  /** Keyed by the property names of `Site` in contract/site.ts; settings that were never set have no row. */
  site_settings: table({
    name: 'text not null primary key',
    value: 'text not null check (length(value) between 1 and 1000)',
  }),
  /** Acts of administrators and the operator. People by id, without a foreign key: the line outlives the account, their name does not. */
  audit_log: table({
    id: 'text primary key',
    happened_at: 'text not null',
    admin_id: 'text not null',
    action: column<AuditEntry['action']>('text not null'),
    user_id: 'text',
    subject: 'text',
    detail: 'text',
  }),
  /** The id alone: that a farm was deleted, and is not merely missing from a restored database. */
  deleted_farms: table({
    id: 'text primary key',
    deleted_at: 'text not null',
  }),
  /** While one is held, no mail, payment, hook, backup or clean-up goes out. */
  restores: table({
    restored_at: 'text primary key',
    is_held: 'boolean not null',
  }),
  /** One row, which counts the minutes in which a server was at work, so that a database that went back is noticed, and a clock that jumped. */
  heartbeat: table(
    {
      id: 'integer primary key check (id = 1)',
      beats: 'integer not null',
      /** The PostgreSQL cluster and database that it is in; null with SQLite. */
      cluster: 'text',
      /** The time at the last beat, and at the last one before which the clock had jumped. */
      at: 'text',
      jumped_at: 'text',
    },
    'insert into heartbeat (id, beats) values (1, 0)',
  ),
};
