import type { Generated } from 'kysely';
import type { z } from 'zod';
import type { FieldsInLists } from '#domain/records/by-kind.ts';
import type { Fields } from '#domain/records/fields.ts';
import type { ListName } from '#domain/records/kinds.ts';
import type { Grams } from '#domain/values/units.ts';
import type { RowOf } from '../record-columns.ts';

/** Events of animals. A row is never edited in place: it is replaced by another one, or voided. */
export interface Events {
  farm_id: string;
  id: string;
  kind: string;
  animal_id: string;
  day: string;
  time: string | null;
  note: string | null;
  responsible: string | null;
  /** The worklist in which it was recorded. */
  worklist_id: string | null;
  /** JSON: the fields of the kind (domain/records/events.ts), as on the wire. */
  detail: string;
  /** The address of the picture in `detail`. */
  photo: string | null;
  import_id: string | null;
  /** null for events from before authors were recorded. */
  by_user: string | null;
  create_digest: string;
  version: Generated<number>;
  replaces_id: string | null;
  voided_at: string | null;
  voided_by: string | null;
  void_reason: string | null;
  created_at: string;
  revision: number;
}

/** Weights in events that are not voided. */
export interface Weights {
  farm_id: string;
  event_id: string;
  animal_id: string;
  day: string;
  grams: Grams;
  method: string | null;
}

/** The current state of each animal: the fold of its events (domain/journal/state.ts). */
export interface AnimalStates {
  farm_id: string;
  animal_id: string;
  /** The version of the fold that wrote `state`; other versions are folded again. */
  form: number;
  state: string;
  revision: number;
}

interface Listed {
  farm_id: string;
  id: string;
  create_digest: string;
  version: Generated<number>;
  created_at: string;
  /** When a worklist was finished, an exposure undone or a chore done; others are not offered since. Events still refer to it. */
  archived_at: string | null;
  revision: number;
}

/** Columns that are empty by default. */
type HasDefault = 'outline' | 'rule' | 'stock';

/** A field that is a list or an object is stored as JSON. */
type ListRow<F extends Fields> = Listed &
  RowOf<{
    readonly [K in keyof F]: z.output<F[K]> extends object ? (K extends HasDefault ? Generated<string> : string) : z.output<F[K]>;
  }>;

/** The entries of the farm's lists. */
export type ListTables = { readonly [L in ListName]: ListRow<FieldsInLists[L]> };
