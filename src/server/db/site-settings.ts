import type { Site, SiteChange } from '#contract/site.ts';
import type { Db } from './engines/connect.ts';
import type { Tx } from './transaction.ts';

/** Settings that were never set have no row. */
export async function readSite(db: Db | Tx): Promise<Site> {
  const rows = await db.selectFrom('site_settings').select(['name', 'value']).execute();
  const stored = new Map(rows.map(({ name, value }) => [name, value]));
  const text = (name: keyof Site) => stored.get(name) ?? null;
  return {
    supportAddress: text('supportAddress'),
    registration: stored.get('registration') === 'links' ? 'links' : 'open',
    prioritySupport: text('prioritySupport'),
    dedicatedSupport: text('dedicatedSupport'),
    advancedAnalytics: text('advancedAnalytics'),
    termsUrl: text('termsUrl'),
    privacyUrl: text('privacyUrl'),
  };
}

export async function writeSite(tx: Tx, change: SiteChange): Promise<void> {
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) continue;
    if (value === null) await tx.deleteFrom('site_settings').where('name', '=', name).execute();
    else {
      await tx
        .insertInto('site_settings')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    }
  }
}
