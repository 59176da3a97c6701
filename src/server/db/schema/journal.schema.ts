import type { Generated } from 'kysely';
import type { Grams } from '#domain/values/units.ts';

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
  name: string;
  create_digest: string;
  version: Generated<number>;
  created_at: string;
  /** Set if it is no longer offered for selection; existing events keep referring to it. */
  archived_at: string | null;
  revision: number;
}

interface Named extends Listed {
  note: string | null;
}

/** Tasks for many animals. `archived_at` is when a worklist was finished. */
export interface Worklists extends Listed {
  work: string;
  /** JSON: the values that are the same in all events. */
  shared: string;
  /** JSON: the animals that were expected when it began. */
  animal_ids: string;
}

/** Periods of males running with females. `archived_at` is when an exposure was undone. */
export interface Exposures extends Listed {
  /** JSON. */
  male_ids: string;
  /** JSON: the females that were there when the males came in. */
  female_ids: string;
  group_id: string | null;
  in_day: string;
  out_day: string | null;
}

/** Tasks for a day, and postponements. `archived_at` is when a chore was done. */
export interface Chores extends Named {
  subject: string | null;
  day: string;
  /** JSON: the animals that it is about. */
  animal_ids: string;
  group_id: string | null;
  place_id: string | null;
  repeat: string | null;
  put_off_to: string | null;
  reason: string | null;
  done_on: string | null;
  done_by: string | null;
  responsible: string | null;
}

export interface Places extends Named {
  area_square_metres: number | null;
  rest_days: number | null;
  /** JSON: the corners on the farm's plan. */
  outline: Generated<string>;
}

/** `rule` contains the conditions of a group that is a rule. */
export interface Groups extends Named {
  rule: Generated<string>;
}

/** A medicine or vaccine that the farmer has entered (rule 40). */
export interface Products extends Named {
  kind: string;
  unit: string | null;
  dose_amount: number | null;
  dose_weight: number | null;
  dose_weight_unit: Generated<string>;
  treat_from_famacha: number | null;
  treat_from_egg_count: number | null;
  treat_to_body_condition: number | null;
  treat_from_dag: number | null;
  treat_from_jaw: number | null;
  /** JSON: withdrawal days by species and product, with their sources. */
  withdrawals: string;
  /** JSON: what was bought of it, with batches. */
  stock: Generated<string>;
  photo: string | null;
}
