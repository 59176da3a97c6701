import { z } from 'zod';
import { optionalText } from '#domain/records/values.ts';
import { Email } from './common.ts';
import { route } from './route.ts';

/** Texts and settings of the operators of this installation. */
export const Site = z.object({
  /** The address for questions. */
  supportAddress: z.string().nullable(),
  /** `links`: only people with a registration link or an invitation to a farm may register. */
  registration: z.enum(['open', 'links']),
  /** The operators' description of priority support, a feature of some plans. */
  prioritySupport: z.string().nullable(),
  dedicatedSupport: z.string().nullable(),
  advancedAnalytics: z.string().nullable(),
  /** The operators' own pages, shown before paying. */
  termsUrl: z.string().nullable(),
  privacyUrl: z.string().nullable(),
});
export type Site = z.infer<typeof Site>;

const words = optionalText(500);
const page = z
  .union([
    z.literal('').transform(() => null),
    z.url({ protocol: /^https?$/, error: 'Enter the whole address of a page, beginning with https://' }).max(500),
  ])
  .nullable();

export const SiteChange = z
  .object({
    supportAddress: z.union([z.literal('').transform(() => null), Email]).nullable(),
    registration: Site.shape.registration,
    prioritySupport: words,
    dedicatedSupport: words,
    advancedAnalytics: words,
    termsUrl: page,
    privacyUrl: page,
  })
  .partial();
export type SiteChange = z.output<typeof SiteChange>;

export const siteRoutes = {
  readSite: route({
    method: 'GET',
    path: '/site',
    access: 'public',
    summary: 'Read the address for questions, whether registration is open, and the descriptions of plan features',
    reply: Site,
  }),
  changeSite: route({
    method: 'PATCH',
    path: '/admin/site',
    access: 'admin',
    summary: 'Change the texts and settings of the installation; only the fields that are sent change',
    body: SiteChange,
    reply: Site,
  }),
} as const;
