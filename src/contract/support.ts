import { z } from 'zod';
import { Id } from '#domain/records/values.ts';
import { CurrentUser } from './accounts.ts';
import { route } from './route.ts';

/** For how many hours the people who run the product may look on. */
export const supportHours = [1, 24] as const;

export const SupportAccess = z.object({
  /** null: they may not. */
  endsAt: z.string().nullable(),
  /** Who is looking on. */
  visitors: z.array(z.object({ name: z.string(), since: z.string() })),
});
export type SupportAccess = z.infer<typeof SupportAccess>;

export const supportRoutes = {
  readSupportAccess: route({
    method: 'GET',
    path: '/support-access',
    access: 'farm',
    needs: 'own',
    summary: 'Read until when the people who run the product may look on, and who does',
    reply: SupportAccess,
  }),
  allowSupport: route({
    method: 'PUT',
    path: '/support-access',
    access: 'farm',
    needs: 'own',
    summary: 'Let the people who run the product look on for some hours; they can change nothing',
    body: z.object({ hours: z.literal(supportHours, 'Choose an hour or a day') }),
    reply: SupportAccess,
  }),
  endSupport: route({
    method: 'DELETE',
    path: '/support-access',
    access: 'farm',
    needs: 'own',
    summary: 'Let nobody look on any more; whoever does is signed out of the farm at once',
    reply: SupportAccess,
  }),
  visitFarm: route({
    method: 'POST',
    path: '/admin/users/:id/visit',
    access: 'admin',
    summary: 'Open the farm of a person who has allowed it, to see and change nothing; this session works in it from now on',
    params: z.object({ id: Id }),
    reply: CurrentUser,
    errors: ['admin.user_not_found', 'support.not_allowed'],
  }),
} as const;
