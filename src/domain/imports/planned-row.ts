import type { AnimalStatus, Sex, Species } from '../records/animals.ts';
import { isWether } from '../records/births.ts';
import type { CalendarDate } from '../values/dates.ts';
import type { Change, Weighing } from './happened.ts';
import type { Patch } from './changes.ts';
import type { KnownAnimal, PlannedAnimal } from './herd.ts';
import type { ImportedNumber, ParsedRow } from './parsed-row.ts';

export const verdicts = ['ready', 'changed', 'duplicate', 'refused'] as const;
/** `ready` adds an animal, `changed` updates one, `duplicate` contains nothing new, and `refused` is not imported. */
export type Verdict = (typeof verdicts)[number];

export interface PreviewAnimal {
  readonly name: string | null;
  readonly species: Species;
  readonly sex: Sex;
  readonly isWether: boolean;
  readonly status: AnimalStatus;
  readonly birthDate: CalendarDate | null;
  readonly birthYear: number | null;
  readonly mother: string | null;
  readonly father: string | null;
  readonly goesPublic: boolean;
  readonly weighing: Weighing | null;
}

export type LeftOutBy = 'person' | 'totals';

export interface PlannedRow {
  readonly number: number;
  readonly tagNumber: string;
  readonly verdict: Verdict;
  readonly reason: string | null;
  readonly remarks: readonly string[];
  readonly changes: readonly Change[];
  readonly animal: PreviewAnimal | null;
  readonly leftOut: LeftOutBy | null;
}

export const finishRow = (
  { number, tagNumber }: Pick<ParsedRow, 'number' | 'tagNumber'>,
  verdict: Verdict,
  reason: string | null,
  remarks: readonly string[] = [],
): PlannedRow => ({ number, tagNumber, verdict, reason, remarks, changes: [], animal: null, leftOut: null });

/** As it will stand in the herd. */
export function previewOf(animal: PlannedAnimal, more: Partial<PreviewAnimal> = {}): PreviewAnimal {
  const { known, row, name, species, sex, birthDate, birthYear } = animal;
  const { status = known?.status ?? 'active', isCastrated, castratedOn } = row?.values ?? {};
  const isNamedWether = isCastrated === true || castratedOn !== undefined;
  return {
    name,
    species,
    sex,
    isWether: sex === 'male' && (isNamedWether || (known !== null && isWether(known))),
    status,
    birthDate,
    birthYear,
    mother: null,
    father: null,
    goesPublic: false,
    weighing: null,
    ...more,
  };
}

interface PlannedWrite {
  readonly number: number | null;
  readonly animal: PlannedAnimal;
  /** null if there is none or, for an existing animal, if it stays as it is. */
  readonly mother: PlannedAnimal | null;
  readonly father: PlannedAnimal | null;
}

export interface AddedAnimal extends PlannedWrite {
  readonly notes: string;
}

/** An animal without parents. Its row is null if it is outside the farm and no row is about it. */
export const addedBy = (number: number | null, animal: PlannedAnimal): AddedAnimal => ({
  number,
  animal,
  mother: null,
  father: null,
  notes: '',
});

export interface AnimalUpdate extends PlannedWrite {
  readonly known: KnownAnimal;
  readonly patch: Patch;
}

export interface AddedNumber extends ImportedNumber {
  readonly animal: PlannedAnimal;
}
