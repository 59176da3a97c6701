import type { MarkName } from './chart-marks.tsx';

/** A part of the herd in a chart. */
export interface Slice {
  readonly label: string;
  readonly count: number;
  readonly percent: number;
  /** `percent` as it is read. */
  readonly text: string;
  readonly mark: MarkName;
}
