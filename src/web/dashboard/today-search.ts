export interface TodaySearch {
  /** The name of who is responsible: only their tasks are shown. */
  readonly for?: string;
}

export const parseTodaySearch = ({ for: name }: Readonly<Record<string, unknown>>): TodaySearch =>
  typeof name === 'string' ? { for: name } : {};
