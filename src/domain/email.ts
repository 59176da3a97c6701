/**
 * The mailbox that mail to an address arrives in: case and what follows a plus do not count, nor do dots where the provider drops
 * them. For counting what one person gets; an account's address stays as it was typed.
 */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split('@');
  const plus = local.indexOf('+', 1);
  const name = plus === -1 ? local : local.slice(0, plus);
  if (domain === 'gmail.com' || domain === 'googlemail.com') return `${name.replaceAll('.', '')}@gmail.com`;
  return `${name}@${domain}`;
}

/** Whether two addresses differ in nothing but case. */
export const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
