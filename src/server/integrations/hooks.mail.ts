import { productTitle } from '#domain/product.ts';
import { renderEmail } from '#server/mail/render-email.ts';
import type { RenderedEmail } from '#server/mail/outbox.queries.ts';

/** Does not contain the URL, because mails contain nothing that a person has typed. */
export const hookSwitchedOffMail = ({ isGone, publicUrl }: { isGone: boolean; publicUrl: string }): RenderedEmail =>
  renderEmail(`A webhook of your farm was switched off`, [
    isGone
      ? `The receiver of a webhook of your farm has answered that it is gone for good, so ${productTitle} tells it nothing any more.`
      : `The receiver of a webhook of your farm has not taken a message for three days, so ${productTitle} tells it nothing any more.`,
    'In Settings you see what it answered. There you can switch it on again, and send what it missed once more.',
    { button: 'Open Settings', url: `${publicUrl}/settings` },
  ]);
