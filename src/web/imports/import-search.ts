interface ImportSearch {
  readonly id?: string;
  readonly step?: 'check';
}

export const parseImportSearch = ({ id, step }: Record<string, unknown>): ImportSearch => ({
  ...(typeof id === 'string' && { id }),
  ...(step === 'check' && { step }),
});
