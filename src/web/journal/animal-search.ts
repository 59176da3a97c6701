export interface AnimalSearch {
  /** The name of a journal filter. */
  readonly show?: string;
}

export const readAnimalSearch = ({ show }: Readonly<Record<string, unknown>>): AnimalSearch =>
  typeof show === 'string' ? { show } : {};
