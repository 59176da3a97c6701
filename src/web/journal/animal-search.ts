export interface AnimalSearch {
  /** The name of a filter of the journal. */
  readonly show?: string;
}

export const readAnimalSearch = ({ show }: Readonly<Record<string, unknown>>): AnimalSearch =>
  typeof show === 'string' ? { show } : {};
