import { z } from 'zod';
import { Id, text } from '#domain/records/values.ts';
import { Message } from './common.ts';
import { route } from './route.ts';

export const mostLinksAtOnce = 200;

/** A link that is not used yet. It is in nobody's hands but of whoever reads the mails of the address. */
export const RegistrationLink = z.object({
  id: z.string(),
  email: z.string(),
  createdAt: z.string(),
  /** Afterwards it does nothing any more. */
  expiresAt: z.string(),
});
export type RegistrationLink = z.infer<typeof RegistrationLink>;

export const linkOutcomes = ['sent', 'registered', 'invalid', 'tooMany'] as const;

/** What became of one line of the list. */
export const SentLink = z.object({
  address: z.string(),
  /** `registered`: somebody has an account with it. `tooMany`: the address, or the site, was sent many mails today. */
  outcome: z.enum(linkOutcomes),
});
export type SentLink = z.infer<typeof SentLink>;

export const registrationLinkRoutes = {
  listRegistrationLinks: route({
    method: 'GET',
    path: '/admin/registration-links',
    access: 'admin',
    summary: 'List the registration links that still work and are not used, newest first',
    reply: z.array(RegistrationLink),
  }),
  sendRegistrationLinks: route({
    method: 'POST',
    path: '/admin/registration-links',
    access: 'admin',
    summary: 'Mail a link for registering to each address; one that was sent there before stops working',
    body: z.object({
      addresses: z
        .array(text(300))
        .min(1, 'Enter at least one e-mail address')
        .max(mostLinksAtOnce, `Enter at most ${mostLinksAtOnce} addresses at once`),
    }),
    reply: z.array(SentLink),
  }),
  deleteRegistrationLink: route({
    method: 'DELETE',
    path: '/admin/registration-links/:id',
    access: 'admin',
    summary: 'Take a registration link back',
    params: z.object({ id: Id }),
    reply: Message,
  }),
} as const;
