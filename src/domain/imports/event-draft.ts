import type { Sex } from '../animals.ts';
import type { BreedingValue } from '../breeding-values.ts';
import type { CalendarDate } from '../dates.ts';
import { tagKey, type PlannedAnimal } from './herd.ts';
import { emptyEventCells, type EventCells, type KeyedDetail } from './event-cells.ts';
import { emptyTreatment, type TreatmentDraft } from './treatments.ts';

/** An event of an animal of the farm. The detail has the fields of its kind. */
export interface AddedEvent {
  readonly animal: PlannedAnimal;
  readonly kind: 'weighing' | 'treatment' | 'breedingValues' | KeyedDetail['kind'];
  readonly day: CalendarDate;
  readonly time: string | null;
  readonly note: string | null;
  readonly responsible?: string | null;
  readonly detail: object;
}

export interface EventDraft extends TreatmentDraft, EventCells {
  /** The male in a list of matings. */
  father: string | null;
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
