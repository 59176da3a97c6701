import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/engines/connect.ts';

export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const name = 'vapidKeys';

/** The keys that identify this installation to push services: the operator's, or generated once and stored. Changing them invalidates all subscriptions. */
export async function vapidKeys(db: Db, { vapidKeys: own }: Pick<Config, 'vapidKeys'>): Promise<VapidKeys> {
  if (own) return own;
  const stored = await readStored(db);
  if (stored) return stored;
  const { default: webPush } = await import('web-push');
  const value = JSON.stringify(webPush.generateVAPIDKeys());
  await db
    .insertInto('site_settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await readStored(db)) ?? (JSON.parse(value) as VapidKeys);
}

async function readStored(db: Db): Promise<VapidKeys | undefined> {
  const row = await db.selectFrom('site_settings').select('value').where('name', '=', name).executeTakeFirst();
  return row && (JSON.parse(row.value) as VapidKeys);
}
