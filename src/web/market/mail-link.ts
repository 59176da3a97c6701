/** A mailto address to a seller; whatever the address holds, it stays an address and becomes no header. */
export function mailLink(email: string, subject: string): string {
  const [local = '', domain = ''] = email.split('@');
  return `mailto:${encodeURIComponent(local)}@${encodeURIComponent(domain)}?subject=${encodeURIComponent(subject)}`;
}
