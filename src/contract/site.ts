import { z } from 'zod';
import { optionalText } from '#domain/records/values.ts';
import { Email } from './common.ts';
import { route } from './route.ts';

/** What the people who run the product say of it, in their own words. */
export const Site = z.object({
  /** Where questions go. */
  supportAddress: z.string().nullable(),
  /** `links`: only who has a registration link, or is invited to a farm, may register. */
  registration: z.enum(['open', 'links']),
  /** What stands behind features of the plans. */
  prioritySupport: z.string().nullable(),
  dedicatedSupport: z.string().nullable(),
  advancedAnalytics: z.string().nullable(),
});
export type Site = z.infer<typeof Site>;

const words = optionalText(500);

export const SiteChange = z
  .object({
    supportAddress: z.union([z.literal('').transform(() => null), Email]).nullable(),
    registration: Site.shape.registration,
    prioritySupport: words,
    dedicatedSupport: words,
    advancedAnalytics: words,
  })
  .partial();
export type SiteChange = z.output<typeof SiteChange>;

export const siteRoutes = {
  readSite: route({
    method: 'GET',
    path: '/site',
    access: 'public',
    summary: 'Read where questions go, whether everybody may register, and what stands behind features of the plans',
    reply: Site,
  }),
  changeSite: route({
    method: 'PATCH',
    path: '/admin/site',
    access: 'admin',
    summary: 'Change what is said of the product; only the fields that are sent change',
    body: SiteChange,
    reply: Site,
  }),
} as const;
