import { read } from '../server/query.ts';

/** People with a PIN on this device. Read each time, because another person may have signed in since. */
export const pinsQuery = { ...read('listPins', {}), staleTime: 0 };

/** Attributes of a PIN field that password managers ignore. */
export const pinInput = {
  inputMode: 'numeric',
  autoComplete: 'off',
  maxLength: 6,
  inputClassName: 'w-40 text-center text-2xl tracking-[0.3em] [-webkit-text-security:disc]',
} as const;
