import { productTitle } from '#domain/product.ts';
import { renderEmail } from '#server/mail/render-email.ts';
import type { RenderedEmail } from '#server/mail/outbox.queries.ts';

/** Does not contain the URL, because mails contain nothing that a person has typed. */
export const hookSwitchedOffMail = ({ isGone, publicUrl }: { isGone: boolean; publicUrl: string }): RenderedEmail =>
  renderEmail(`A webhook of your farm was switched off`, [
    isGone
      ? `The receiver of a webhook of your farm has answered that it is gone for good, so ${productTitle} has stopped sending to it.`
      : `The receiver of a webhook of your farm has not accepted a message for three days, so ${productTitle} has stopped sending to it.`,
    'Settings shows what it answered. There you can switch it on again and resend what it missed.',
    { button: 'Open Settings', url: `${publicUrl}/settings` },
  ]);
