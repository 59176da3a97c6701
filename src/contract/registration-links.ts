import { z } from 'zod';
import { Id, text } from '#domain/records/values.ts';
import { Message } from './common.ts';
import { route } from './route.ts';

export const maxLinksPerRequest = 200;

/** An unused registration link. Its URL is only in the mail to the address. */
export const RegistrationLink = z.object({
  id: z.string(),
  email: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type RegistrationLink = z.infer<typeof RegistrationLink>;

export const linkOutcomes = ['sent', 'registered', 'invalid', 'tooMany'] as const;

/** The result for one address of the list. */
export const SentLink = z.object({
  address: z.string(),
  /** `registered`: there is an account with this address. `tooMany`: too many mails were sent today, to the address or in total. */
  outcome: z.enum(linkOutcomes),
});
export type SentLink = z.infer<typeof SentLink>;

export const registrationLinkRoutes = {
  listRegistrationLinks: route({
    method: 'GET',
    path: '/admin/registration-links',
    access: 'admin',
    summary: 'List the valid and unused registration links, newest first',
    reply: z.array(RegistrationLink),
  }),
  sendRegistrationLinks: route({
    method: 'POST',
    path: '/admin/registration-links',
    access: 'admin',
    summary: 'Mail a registration link to each address; an earlier one to the same address stops working',
    body: z.object({
      addresses: z
        .array(text(300))
        .min(1, 'Enter at least one email address')
        .max(maxLinksPerRequest, `Enter at most ${maxLinksPerRequest} addresses at once`),
    }),
    reply: z.array(SentLink),
  }),
  deleteRegistrationLink: route({
    method: 'DELETE',
    path: '/admin/registration-links/:id',
    access: 'admin',
    summary: 'Revoke a registration link',
    params: z.object({ id: Id }),
    reply: Message,
  }),
} as const;
