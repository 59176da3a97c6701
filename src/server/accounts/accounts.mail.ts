import { productSubtitle, productTitle } from '#domain/product.ts';
import type { Mail } from '#server/mail/outbox.queries.ts';

interface Recipient {
  readonly username: string;
  readonly email: string;
}

const until = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** `publicUrl` is the operator's own word for the address; a link made from a request could lead anywhere. */
export const temporaryPasswordMail = (
  to: Recipient,
  { password, validUntil, publicUrl }: { password: string; validUntil: Date; publicUrl: string | undefined },
): Mail =>
  letter(to, `Your temporary password for ${productTitle}`, [
    `A new password was asked for your account '${to.username}'.`,
    `Your temporary password is:\n\n    ${password}`,
    `It can be used until ${until.format(validUntil)} UTC. Sign in with it${publicUrl ? ` at ${publicUrl}/login` : ''} and then choose a password of your own under Settings.`,
    'Until you use it, your old password keeps working. If you did not ask for a new one, you can forget this mail.',
  ]);

export const passwordChangedMail = (to: Recipient): Mail =>
  letter(to, `Your ${productTitle} password was changed`, [
    `The password of your account '${to.username}' was changed, and every other device was signed out.`,
    "If this was not you, choose 'Reset Password' on the sign-in page at once.",
  ]);

/** Goes to the old address: whoever takes an account over must not be able to do it unseen. */
export const addressChangedMail = (to: Recipient, newEmail: string): Mail =>
  letter(to, `Your ${productTitle} e-mail address was changed`, [
    `Mails about your account '${to.username}' now go to ${newEmail}.`,
    'If this was not you, sign in, set your own address again under Profile and change your password under Settings.',
  ]);

export const accountDeletedMail = (to: Recipient): Mail =>
  letter(to, `Your ${productTitle} account was deleted`, [
    `Your account '${to.username}' was deleted by an administrator, with the animals, health records and breeding records of your farm.`,
    'This cannot be undone. If you think it was a mistake, write to the people who run this server.',
  ]);

const letter = ({ username, email }: Recipient, subject: string, paragraphs: readonly string[]): Mail => ({
  to: { name: username, address: email },
  subject,
  text: [`Hello ${username},`, ...paragraphs, `${productTitle} · ${productSubtitle}`].join('\n\n'),
});
