import { ApiError } from '../server/api.ts';

/** An entry that waited, was refused, and is to be corrected in its form. `V` is what the form needs to show it. */
export type Correction<V> = V & {
  /** The name of the form's draft. */
  readonly form: string;
  readonly error: ApiError;
};

export const correctionForms = 'correction/';
