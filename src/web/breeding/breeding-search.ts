export const parseBreedingSearch = ({ year }: Record<string, unknown>): { readonly year?: string } =>
  /^\d{4}$/.test(String(year)) ? { year: String(year) } : {};
