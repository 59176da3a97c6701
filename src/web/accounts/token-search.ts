/** The token of a link in a mail. */
export const parseTokenSearch = ({ token }: Record<string, unknown>): { readonly token?: string } =>
  typeof token === 'string' ? { token } : {};
