export interface BirthsSearch {
  /** The id of a place or a group. */
  readonly in?: string;
}

export const parseBirthsSearch = ({ in: within }: Readonly<Record<string, unknown>>): BirthsSearch =>
  typeof within === 'string' ? { in: within } : {};

export interface BirthSearch {
  /** The id of the dam. */
  readonly dam?: string;
}

export const parseBirthSearch = ({ dam }: Readonly<Record<string, unknown>>): BirthSearch =>
  typeof dam === 'string' ? { dam } : {};
