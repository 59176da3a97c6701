import type { Site, SiteChange, siteRoutes } from '#contract/site.ts';
import { definedFields } from '#domain/values/defined-fields.ts';
import { addressKey } from '#server/concurrency/address-key.ts';
import { readSite, writeSite } from '#server/db/site-settings.ts';
import type { Deps } from '#server/deps.ts';
import type { SignedIn } from '#server/http/guards.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { inAdminTransaction } from './admin-transaction.ts';

const reads = { hits: 300, seconds: 60 };

export const siteHandlers = (deps: Deps): Handlers<typeof siteRoutes> => ({
  readSite: async (_, { ip }) => {
    await deps.visits.hit(`site:${addressKey(ip)}`, reads, 'Too many requests. Wait a moment and try again.');
    return readSite(deps.db);
  },
  changeSite: ({ body }, admin) => changeSite(deps, admin, body),
});

const labels: { readonly [Name in keyof Site]: string } = {
  supportAddress: 'Support address',
  registration: 'Registration',
  prioritySupport: 'Priority support',
  dedicatedSupport: 'Dedicated support',
  advancedAnalytics: 'Advanced analytics',
  termsUrl: 'Terms',
  privacyUrl: 'Privacy',
};

function changeSite(deps: Deps, admin: SignedIn, change: SiteChange): Promise<Site> {
  return inAdminTransaction(deps, admin, async (tx, { record }) => {
    const before = await readSite(tx);
    const changed = Object.entries(definedFields(change)).filter(([name, value]) => before[name as keyof Site] !== value);
    if (changed.length === 0) return before;
    await writeSite(tx, Object.fromEntries(changed));
    const names = changed.map(([name]) => labels[name as keyof Site]);
    await record({ action: 'site.changed', subject: names.join(', '), detail: change.registration ?? '' });
    return readSite(tx);
  });
}
