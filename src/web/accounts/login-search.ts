interface LoginSearch {
  readonly setup?: string;
  /** The token from an email that invites to a farm. */
  readonly invitation?: string;
  /** The token of a registration link, which works while registration is closed. */
  readonly link?: string;
  readonly tab?: 'login' | 'register' | undefined;
}

export const parseLoginSearch = ({ setup, invitation, link, tab }: Record<string, unknown>): LoginSearch => ({
  ...(typeof setup === 'string' && { setup }),
  ...(typeof invitation === 'string' && { invitation }),
  ...(typeof link === 'string' && { link }),
  // The router would leave another tab as it is.
  tab: tab === 'login' || tab === 'register' ? tab : undefined,
});
