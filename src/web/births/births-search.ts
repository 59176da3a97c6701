export interface BirthsSearch {
  /** The id of a place or a group. */
  readonly in?: string;
  /** Instead of who is due. */
  readonly show?: 'born';
}

export const parseBirthsSearch = ({ in: within, show }: Readonly<Record<string, unknown>>): BirthsSearch => ({
  ...(typeof within === 'string' && { in: within }),
  ...(show === 'born' && { show }),
});

export interface BirthSearch {
  /** The id of the dam. */
  readonly dam?: string;
}

export const parseBirthSearch = ({ dam }: Readonly<Record<string, unknown>>): BirthSearch =>
  typeof dam === 'string' ? { dam } : {};
