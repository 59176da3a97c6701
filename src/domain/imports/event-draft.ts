import type { Sex } from '../animals.ts';
import type { BreedingValue } from '../breeding-values.ts';
import type { CalendarDate } from '../dates.ts';
import type { Change } from './changes.ts';
import type { ImportedNumber } from './parsed-row.ts';
import { tagKey, type PlannedAnimal } from './herd.ts';
import { emptyEventCells, type EventCells, type KeyedDetail } from './event-cells.ts';
import { emptyTreatment, type TreatmentDraft } from './treatments.ts';

/** An event of an animal of the farm. The detail has the fields of its kind. */
export interface AddedEvent {
  readonly animal: PlannedAnimal;
  readonly kind: 'weighing' | 'treatment' | 'breedingValues' | 'birth' | KeyedDetail['kind'];
  readonly day: CalendarDate;
  readonly time: string | null;
  readonly note: string | null;
  readonly responsible?: string | null;
  readonly detail: object;
}

export interface EventRow {
  readonly number: number;
  readonly tagNumber: string;
  readonly animal: PlannedAnimal | null;
  /** Why the row is not recorded; null if it is. */
  readonly refusal: string | null;
  readonly events: readonly AddedEvent[];
  readonly added: readonly ImportedNumber[];
  readonly changes: readonly Change[];
  readonly remarks: readonly string[];
  /** It completes the event of an earlier row. */
  readonly isOfEarlierRow?: true;
}

/** What a row says of one young and its birth. */
export interface BirthCells {
  dam?: string;
  ease?: number;
  sireCertainty?: string;
  color?: string;
  weightGrams?: number;
  state?: string;
}

export interface EventDraft extends TreatmentDraft, EventCells {
  /** The male in a list of matings. */
  father: string | null;
  readonly birth: BirthCells;
  tag: string;
  eid: string | null;
  registration: string | null;
  name: string | null;
  breed: string | null;
  sex: Sex | null | undefined;
  analysisDay: CalendarDate | null;
  readonly values: readonly BreedingValue[];
  /** Each has its own day where the table has a column for each day. */
  readonly weights: { grams: number; day: CalendarDate | null }[];
  readonly notes: string[];
}

export const emptyDraft = (): EventDraft => ({
  ...emptyTreatment(),
  ...emptyEventCells(),
  father: null,
  birth: {},
  tag: '',
  eid: null,
  registration: null,
  name: null,
  breed: null,
  sex: undefined,
  analysisDay: null,
  values: [],
  weights: [],
  notes: [],
});

/** The id, or a placeholder for an animal that has none yet. */
export const idOf = ({ known, tagNumber }: PlannedAnimal): string => known?.id ?? `outside ${tagKey(tagNumber)}`;
