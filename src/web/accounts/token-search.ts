export const parseTokenSearch = ({ token }: Record<string, unknown>): { readonly token?: string } =>
  typeof token === 'string' ? { token } : {};
