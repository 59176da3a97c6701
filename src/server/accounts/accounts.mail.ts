import { productTitle } from '#domain/product.ts';
import { writeLetter, type Part, type Recipient } from '#server/mail/letter.ts';
import type { Mail } from '#server/mail/outbox.queries.ts';

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const longMoment = (at: Date): string => `${moment.format(at)} UTC`;

/** `publicUrl` is the operator's own word for the address; a link made from a request could lead anywhere. */
interface TemporaryPassword {
  readonly password: string;
  readonly validUntil: Date;
  readonly publicUrl: string | undefined;
}

export const temporaryPasswordMail = (to: Recipient, { password, validUntil, publicUrl }: TemporaryPassword): Mail =>
  writeLetter(to, `Your temporary password for ${productTitle}`, [
    `A new password was asked for your account '${to.username}'. Your temporary password is:`,
    { code: password },
    `Sign in with it until ${longMoment(validUntil)}, then choose a password of your own under Settings.`,
    ...signInButton(publicUrl),
    'Until you use it, your old password keeps working. If you did not ask for a new one, you can forget this mail.',
  ]);

/** After the person has taken an e-mail change back: somebody else knew the old password. */
export const accountReturnedMail = (to: Recipient, { password, validUntil, publicUrl }: TemporaryPassword): Mail =>
  writeLetter(to, `Your ${productTitle} account is yours again`, [
    `Mails about your account '${to.username}' come to this address again. Every device was signed out and the old password no longer works. Your temporary password is:`,
    { code: password },
    `Sign in with it until ${longMoment(validUntil)}, then choose a new password of your own under Settings.`,
    ...signInButton(publicUrl),
    "If that is too soon, 'Reset Password' on the sign-in page sends another one.",
  ]);

export const passwordChangedMail = (to: Recipient): Mail =>
  writeLetter(to, `Your ${productTitle} password was changed`, [
    `The password of your account '${to.username}' was changed, and every other device was signed out.`,
    "If this was not you, choose 'Reset Password' on the sign-in page at once.",
  ]);

/** Goes to the old address: whoever takes an account over must not be able to do it unseen. */
export const addressChangedMail = (
  to: Recipient,
  { newEmail, revertUrl, revertUntil }: { newEmail: string; revertUrl: string; revertUntil: Date },
): Mail =>
  writeLetter(to, `Your ${productTitle} e-mail address was changed`, [
    `Mails about your account '${to.username}' now go to ${newEmail}, and so does a new password when one is asked for.`,
    'If this was you, there is nothing to do.',
    `If this was not you, take it back until ${longMoment(revertUntil)}. Your address is put back, every device is signed out, and you get a temporary password.`,
    { button: 'This was not me', url: revertUrl },
  ]);

export const newAddressMail = (to: Recipient): Mail =>
  writeLetter(to, `This is your ${productTitle} e-mail address now`, [
    `Mails about the account '${to.username}' come to this address from now on.`,
    `If you do not know this account, somebody mistyped an address. You can forget this mail.`,
  ]);

export const accountDeletedMail = (to: Recipient): Mail =>
  writeLetter(to, `Your ${productTitle} account was deleted`, [
    `Your account '${to.username}' was deleted by an administrator, with the animals, health records and breeding records of your farm.`,
    'This cannot be undone. If you think it was a mistake, write to the people who run this server.',
  ]);

const signInButton = (publicUrl: string | undefined): Part[] =>
  publicUrl ? [{ button: 'Sign in', url: `${publicUrl}/login` }] : [];
