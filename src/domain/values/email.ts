/**
 * The same key for all spellings of an address that reach one mailbox: ignores case, a `+suffix`, and the dots that Gmail ignores.
 * For rate limits per person; accounts store the address as it was typed.
 */
export function canonicalMailbox(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split('@');
  const plus = local.indexOf('+', 1);
  const name = plus === -1 ? local : local.slice(0, plus);
  if (domain === 'gmail.com' || domain === 'googlemail.com') return `${name.replaceAll('.', '')}@gmail.com`;
  return `${name}@${domain}`;
}

/** Addresses with the same key are the same address; as `lower` in SQL. */
export const emailKey = (address: string): string => address.toLowerCase();

export const isSameAddress = (one: string, other: string): boolean => emailKey(one) === emailKey(other);
