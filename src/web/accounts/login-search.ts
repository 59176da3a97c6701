interface LoginSearch {
  readonly setup?: string;
  /** Out of the mail that invites to a farm. */
  readonly invitation?: string;
  readonly tab?: 'login' | 'register';
}

export const parseLoginSearch = ({ setup, invitation, tab }: Record<string, unknown>): LoginSearch => ({
  ...(typeof setup === 'string' && { setup }),
  ...(typeof invitation === 'string' && { invitation }),
  ...((tab === 'login' || tab === 'register') && { tab }),
});
