/** What the address of the sign-in page holds. */
interface LoginSearch {
  /** The token of the link that makes the first administrator. */
  readonly setup?: string;
  readonly tab?: 'login' | 'register';
}

export const parseLoginSearch = ({ setup, tab }: Record<string, unknown>): LoginSearch => ({
  ...(typeof setup === 'string' && { setup }),
  ...((tab === 'login' || tab === 'register') && { tab }),
});
