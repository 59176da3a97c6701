import type { Generated } from 'kysely';

/** What happened to an animal. A row is never edited without trace: it is replaced by another one, or voided. */
export interface Events {
  farm_id: string;
  id: string;
  kind: string;
  animal_id: string;
  day: string;
  time: string | null;
  note: string | null;
  responsible: string | null;
  /** With which others it was recorded. */
  worklist_id: string | null;
  /** JSON: the fields of the kind (domain/records/events.ts), as on the wire. */
  detail: string;
  /** The address of the picture in `detail`. */
  photo: string | null;
  import_id: string | null;
  /** null for events that were recorded before authors were. */
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

/** Quantities of the events that are not voided: weights in grams, volumes in millilitres, scores as domain/journal/measures.ts says. */
export interface Measures {
  farm_id: string;
  event_id: string;
  n: number;
  animal_id: string;
  trait: string;
  day: string;
  value: number;
  entered_value: string | null;
  entered_unit: string | null;
  method: string | null;
}

/** Withdrawals of the events that are not voided. */
export interface Withdrawals {
  farm_id: string;
  event_id: string;
  product: string;
  animal_id: string;
  /** The first safe day; null while the course of treatment is open. */
  clear_on: string | null;
}

/** What is true of an animal now: the fold of its events (domain/journal/state.ts). */
export interface AnimalStates {
  farm_id: string;
  animal_id: string;
  /** Which version of the fold wrote `state`; any other is folded again. */
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
  /** Set where it is not offered any more; events that name it keep it. */
  archived_at: string | null;
  revision: number;
}

interface Named extends Listed {
  note: string | null;
}

/** What is done with many animals. `archived_at` is when it was finished. */
export interface Worklists extends Listed {
  work: string;
  /** JSON: what is the same in all events. */
  shared: string;
  /** JSON: the animals that were expected when it began. */
  animal_ids: string;
}

/** Males that run with females. `archived_at` is when it was taken back. */
export interface Exposures extends Listed {
  /** JSON. */
  male_ids: string;
  /** JSON: those that were there when the males came. */
  female_ids: string;
  group_id: string | null;
  in_day: string;
  out_day: string | null;
}

/** What is to be done on a day, or put off. `archived_at` is when it was done. */
export interface Chores extends Named {
  subject: string | null;
  day: string;
  /** JSON: whom it is about. */
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
}

export type Groups = Named;

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
  /** JSON: days of withdrawal by species and product, with where the farmer has them from. */
  withdrawals: string;
}
