export interface IssuedSearch {
  readonly search?: string;
}

export const parseIssuedSearch = ({ search }: Readonly<Record<string, unknown>>): IssuedSearch =>
  typeof search === 'string' && search !== '' ? { search } : {};
