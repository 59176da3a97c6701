import { z } from 'zod';
import { Id } from '#domain/records/values.ts';
import { CurrentUser } from './accounts.ts';
import { route } from './route.ts';

/** The choices, in hours, of how long the operators may view the farm. */
export const supportHours = [1, 24] as const;

export const SupportAccess = z.object({
  /** null: no permission. */
  endsAt: z.string().nullable(),
  /** The administrators who are viewing the farm. */
  visitors: z.array(z.object({ name: z.string(), since: z.string() })),
});
export type SupportAccess = z.infer<typeof SupportAccess>;

export const supportRoutes = {
  readSupportAccess: route({
    method: 'GET',
    path: '/support-access',
    access: 'farm',
    needs: 'own',
    summary: 'Read until when the operators may view the farm, and who is viewing it',
    reply: SupportAccess,
  }),
  allowSupport: route({
    method: 'PUT',
    path: '/support-access',
    access: 'farm',
    needs: 'own',
    summary: 'Allow the operators to view the farm for some hours; they cannot change anything',
    body: z.object({ hours: z.literal(supportHours, 'Choose an hour or a day') }),
    reply: SupportAccess,
  }),
  endSupport: route({
    method: 'DELETE',
    path: '/support-access',
    access: 'farm',
    needs: 'own',
    summary: 'Withdraw the permission to view the farm; visitors are signed out of it at once',
    reply: SupportAccess,
  }),
  visitFarm: route({
    method: 'POST',
    path: '/admin/users/:id/visit',
    access: 'admin',
    summary: 'Open the farm of a person who has allowed it, read-only; this session works in it from now on',
    params: z.object({ id: Id }),
    reply: CurrentUser,
    errors: ['admin.user_not_found', 'support.not_allowed'],
  }),
} as const;
