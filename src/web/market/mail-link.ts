/** Escaped so that no part of the address becomes a header. */
export function mailLink(email: string, subject: string): string {
  const [local = '', domain = ''] = email.split('@');
  return `mailto:${encodeURIComponent(local)}@${encodeURIComponent(domain)}?subject=${encodeURIComponent(subject)}`;
}
