/** The number of tasks that are due on a farm. */
export interface DueCounts {
  readonly overdue: number;
  readonly due: number;
}

/** `2 overdue, 3 due today` */
export const dueCountsText = ({ overdue, due }: DueCounts): string =>
  [...(overdue > 0 ? [`${overdue} overdue`] : []), ...(due > 0 ? [`${due} due today`] : [])].join(', ');
