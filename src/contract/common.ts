import { z } from 'zod';

// Quotes, commas, parentheses, '?' and '&' are excluded to prevent injection into mailto links and mail headers.
const address = /^[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;
export const Email = z
  .string('Invalid email address')
  .trim()
  .refine((value) => value.length <= 254 && address.test(value), 'Invalid email address');

export const Message = z.object({ message: z.string() });

/**
 * The version on which the change is based. If the record has changed since, the request is refused with `record.stale`; without
 * a version it overwrites any change.
 */
export const BaseVersion = z.string().max(100).optional();

/** Without `limit` the list is complete. */
export const Page = z.object({
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  cursor: z.string().max(200).optional(),
});
