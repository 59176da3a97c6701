import type { Patch } from './changes.ts';
import type { KnownAnimal, PlannedAnimal } from './herd.ts';
import type { ImportedNumber } from './parsed-row.ts';

export interface PlannedWrite {
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
