import { productTitle } from '#domain/product.ts';
import type { RenderedEmail } from '#server/mail/outbox.queries.ts';
import { renderEmail } from '#server/mail/render-email.ts';

interface Written {
  readonly name: string;
  readonly email: string;
  readonly message: string;
  readonly animals: readonly { readonly title: string; readonly url: string | undefined }[];
}

/** The only mail that contains text of a stranger: marked as such, and only in the body (decision 40). */
export const enquiryMail = ({ name, email, message, animals }: Written): RenderedEmail =>
  renderEmail('Somebody is asking about an animal you offer', [
    `A visitor of the marketplace has written to you about ${animals.length === 1 ? 'an animal' : `${animals.length} animals`} that you offer:`,
    { facts: animals.map(({ title, url }) => [title, url ?? 'on the marketplace']) },
    'The visitor wrote:',
    { typed: message },
    {
      facts: [
        ['Name given', name],
        ['Address given', email],
      ],
    },
    `Your reply goes to that address. ${productTitle} has checked neither the name nor the address, and never asks for your password. In Settings you choose whether you take enquiries.`,
  ]);
