import { productTitle } from '#domain/product.ts';
import { renderEmail, type Part } from '#server/mail/render-email.ts';
import type { RenderedEmail } from '#server/mail/outbox.queries.ts';

/** Never built from a request, which could lead to another site. */
interface TemporaryPassword {
  readonly password: string;
  readonly publicUrl: string | undefined;
}

export const confirmAddressMail = ({ confirmUrl, days }: { confirmUrl: string; days: number }): RenderedEmail =>
  renderEmail(`Confirm your email address for ${productTitle}`, [
    `Somebody gave this email address for an account at ${productTitle}, where farmers keep the records of their goats and sheep. If it was you, confirm it:`,
    { button: 'Confirm my address', url: confirmUrl },
    `The link works for ${days} days. Until you confirm the address, we send only security emails to it.`,
    'If it was not you, somebody mistyped an address. You can ignore this email.',
  ]);

export const registrationLinkMail = ({ url, days }: { url: string; days: number }): RenderedEmail =>
  renderEmail(`You are invited to ${productTitle}`, [
    `The people who run this ${productTitle} site invite you to keep the records of your goats and sheep on it. Create your account and your farm:`,
    { button: 'Create my account', url },
    `The link works once, for ${days} days.`,
    'If you did not expect this, you can ignore this email.',
  ]);

export const temporaryPasswordMail = ({ password, publicUrl }: TemporaryPassword): RenderedEmail =>
  renderEmail(`Your temporary password for ${productTitle}`, [
    'Somebody asked for a new password for your account. Your temporary password is:',
    { code: password },
    'It works for one hour after it was asked for. Sign in with it, then choose a password of your own under Settings.',
    ...signInButton(publicUrl),
    'Until you use it, your old password keeps working. If you did not ask for a new one, you can ignore this email.',
  ]);

export const accountReturnedMail = ({ password, publicUrl }: TemporaryPassword): RenderedEmail =>
  renderEmail(`Your ${productTitle} account is yours again`, [
    'Emails about your account come to this address again. Every device was signed out and the old password no longer works. Your temporary password is:',
    { code: password },
    'It works for one hour after the address was restored. Sign in with it, then choose a new password of your own under Settings.',
    ...signInButton(publicUrl),
    "If you need more time, 'Reset Password' on the sign-in page sends another one.",
  ]);

export const passwordChangedMail: RenderedEmail = renderEmail(`Your ${productTitle} password was changed`, [
  'The password of your account was changed, and every other device was signed out.',
  "If this was not you, choose 'Reset Password' on the sign-in page at once.",
]);

/** Goes to the old address, so that an account cannot be taken over unnoticed. */
export const addressChangedMail = ({ revertUrl, hours }: { revertUrl: string; hours: number }): RenderedEmail =>
  renderEmail(`Your ${productTitle} email address was changed`, [
    'Emails about your account now go to another address, and so does a new password if one is requested.',
    'If this was you, there is nothing to do.',
    `If this was not you, undo it within ${hours} hours of the change. Your address is restored, every device is signed out, and you get a temporary password.`,
    { button: 'This was not me', url: revertUrl },
  ]);

export const accountDeletedMail: RenderedEmail = renderEmail(`Your ${productTitle} account was deleted`, [
  'Your account was deleted by an administrator, with the animals, health records and breeding records of your farm.',
  'This cannot be undone. If you think it was a mistake, write to the people who run this server.',
]);

const signInButton = (publicUrl: string | undefined): Part[] =>
  publicUrl ? [{ button: 'Sign in', url: `${publicUrl}/login` }] : [];
