import type { RecordKind } from '#domain/records/kinds.ts';

/** A deleted record, kept for 400 days for the copies of the farm that still have it; written by `logChanges`. */
export interface Gone {
  farm_id: string;
  kind: string;
  id: string;
  revision: number;
}

/** Applied operations of `POST /api/sync`, kept for a year. */
export interface Receipts {
  farm_id: string;
  /** Made by the browser. */
  id: string;
  /** SHA-256 of the call with its parameters and its body: distinguishes a retry from another operation with the same id. */
  digest: string;
  /** JSON: the reply of the call; null if it is long. */
  answer: string | null;
  /** The farm's revision of the operation's write, from which the age of the row follows too. */
  revision: number;
}

/** The change of one record by a write. Rows are only added, and purged after five years. */
export interface Changes {
  farm_id: string;
  revision: number;
  /** The number of the change within its revision, from 1. */
  n: number;
  at: string;
  by_user: string | null;
  by_key: string | null;
  by_job: string | null;
  /** The name of the call in the contract. */
  call: string;
  /** The revision of the act that this one undoes. */
  undoes: number | null;
  kind: RecordKind | 'farm';
  id: string;
  /** JSON: `{ name: [before, after] }` of the fields that changed, `{ name: [before] }` of a record that was deleted, null for a new one. */
  fields: string | null;
}
