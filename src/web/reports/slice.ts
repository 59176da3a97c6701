import type { PatternName } from '#web/components/charts/chart-patterns.tsx';

export interface Slice {
  readonly label: string;
  readonly count: number;
  readonly percent: number;
  readonly text: string;
  readonly pattern: PatternName;
}
