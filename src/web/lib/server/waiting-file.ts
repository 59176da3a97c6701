import { productTitle } from '#domain/product.ts';
import { download } from './download.ts';
import { today } from '../text/today.ts';

interface Waiting {
  readonly label?: string;
  readonly madeAt?: string;
  readonly state?: string;
  readonly call?: string;
  readonly params?: object;
  readonly body?: unknown;
  readonly last?: { readonly message?: string | undefined } | undefined;
}

/** A file with the entries that the server does not have, for people to read and, if need be, to send by hand. */
export function downloadWaiting(operations: readonly Waiting[]): void {
  const entries = operations.map(({ label, madeAt, state, call, params, body, last }) => ({
    label,
    when: madeAt,
    state: state === undefined ? 'Not kept' : state === 'waiting' ? 'Not sent yet' : 'Needs you',
    why: last?.message,
    call,
    params,
    body,
  }));
  download(`${productTitle.toLowerCase()}-waiting-${today()}.json`, `${JSON.stringify(entries, null, 2)}\n`, 'application/json');
}
