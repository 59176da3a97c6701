import type { HistoryKind } from '#contract/history.ts';

export interface HistorySearch {
  /** Everything of all years is listed, instead of the latest changes. */
  readonly all?: string;
  readonly by?: string;
  readonly kind?: HistoryKind;
  readonly animal?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Checks only the format, because this is loaded with the list of screens; the server rejects unknown values. */
export const parseHistorySearch = (address: object): HistorySearch =>
  Object.fromEntries(
    Object.entries(address).filter(
      ([name, value]) => /^(?:all|by|kind|animal|from|to)$/.test(name) && /^[\w-]{1,64}$/.test(String(value)),
    ),
  );
