const otherViews = ['born', 'heat', 'empty'] as const;

export interface BirthsSearch {
  /** The id of a place or a group. */
  readonly in?: string;
  /** Shows, instead of the due females, those that gave birth, those that may be in heat again or those found not pregnant. */
  readonly show?: (typeof otherViews)[number];
}

export const parseBirthsSearch = ({ in: within, show }: Readonly<Record<string, unknown>>): BirthsSearch => ({
  ...(typeof within === 'string' && { in: within }),
  ...pick(show),
});

const pick = (show: unknown): Pick<BirthsSearch, 'show'> => {
  const known = otherViews.find((view) => view === show);
  return known ? { show: known } : {};
};

export interface BirthSearch {
  /** The id of the dam. */
  readonly dam?: string;
}

export const parseBirthSearch = ({ dam }: Readonly<Record<string, unknown>>): BirthSearch =>
  typeof dam === 'string' ? { dam } : {};
