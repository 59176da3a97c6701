import './later-addresses.ts';
import { read } from './query.ts';

/** Who has a PIN on this device. Another person may have come in since it was read. */
export const pinsQuery = { ...read('listPins', {}), staleTime: 0 };

/** As the field of a PIN, which a password manager leaves alone. */
export const pinInput = {
  inputMode: 'numeric',
  autoComplete: 'off',
  maxLength: 6,
  inputClassName: 'w-40 text-center text-2xl tracking-[0.3em] [-webkit-text-security:disc]',
} as const;
