import type { MarkName } from './chart-marks.tsx';

export interface Slice {
  readonly label: string;
  readonly count: number;
  readonly percent: number;
  readonly text: string;
  readonly mark: MarkName;
}
