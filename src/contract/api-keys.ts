import { z } from 'zod';
import { scopes } from '#domain/accounts/members.ts';
import { Id } from '#domain/records/values.ts';
import { Message } from './common.ts';
import { route } from './route.ts';

export const maxApiKeys = 50;

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** What it may do, limited to the current rights of the member who created it. */
  scopes: z.array(z.enum(scopes)),
  /** The last four characters of the key, to distinguish it from others. */
  lastFour: z.string(),
  /** The name of the member who created it; null if the account was deleted. */
  createdBy: z.string().nullable(),
  createdAt: z.string(),
  /** null: never. */
  expiresAt: z.string().nullable(),
  /** The day of its last request; null if it was never used. */
  usedOn: z.string().nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const NewApiKey = z.object({
  name: z.string().trim().min(1, 'Say what the key is for').max(100, 'At most 100 characters'),
  scopes: z.array(z.enum(scopes, 'Not something a key can do')).min(1, 'Choose what the key may do').max(scopes.length),
  /** When it expires; never if absent. */
  expiresAt: z.iso.datetime({ error: 'Not a moment such as 2027-01-31T00:00:00Z' }).nullable().optional(),
});

export const apiKeyRoutes = {
  listApiKeys: route({
    method: 'GET',
    path: '/api-keys',
    access: 'farm',
    needs: 'own',
    summary: 'List the API keys of the farm that are not revoked, newest first',
    reply: z.array(ApiKey),
  }),
  addApiKey: route({
    method: 'POST',
    path: '/api-keys',
    access: 'farm',
    needs: 'own',
    summary: 'Create an API key for a program, which sends it as `Authorization: Bearer`',
    body: NewApiKey,
    reply: z.object({
      id: z.string(),
      /** Returned only here, since only its digest is stored. */
      key: z.string(),
    }),
    status: 201,
    errors: ['plan.not_included', 'keys.too_many', 'request.too_many'],
  }),
  revokeApiKey: route({
    method: 'DELETE',
    path: '/api-keys/:id',
    access: 'farm',
    needs: 'own',
    summary: 'Revoke an API key: its next request is refused',
    params: z.object({ id: Id }),
    reply: Message,
    errors: ['keys.not_found'],
  }),
} as const;
