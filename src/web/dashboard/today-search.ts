export interface TodaySearch {
  /** The name of a responsible person; only their tasks are shown. */
  readonly for?: string;
}

export const parseTodaySearch = ({ for: name }: Readonly<Record<string, unknown>>): TodaySearch =>
  typeof name === 'string' ? { for: name } : {};
