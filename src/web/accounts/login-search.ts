interface LoginSearch {
  readonly setup?: string;
  readonly tab?: 'login' | 'register';
}

export const parseLoginSearch = ({ setup, tab }: Record<string, unknown>): LoginSearch => ({
  ...(typeof setup === 'string' && { setup }),
  ...((tab === 'login' || tab === 'register') && { tab }),
});
