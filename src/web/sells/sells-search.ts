export const parseSellsSearch = ({ search }: Record<string, unknown>): { readonly search?: string } =>
  typeof search === 'string' && search !== '' ? { search: search.slice(0, 200) } : {};
