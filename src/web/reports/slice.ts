import type { MarkName } from './chart-marks.tsx';

/** A part of the herd in a pie chart. */
export interface Slice {
  readonly label: string;
  readonly count: number;
  readonly percent: number;
  /** `percent`, formatted. */
  readonly text: string;
  readonly mark: MarkName;
}
