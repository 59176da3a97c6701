import { sql, type Selectable, type Updateable } from 'kysely';
import { shownDeliveries, type Hook, type HookDelivery } from '#contract/hooks.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { asFields, fieldsOf } from '#server/db/record-columns.ts';
import { countRows, isAny } from '#server/db/rows.ts';
import type { Database } from '#server/db/schema/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { uuidv7 } from 'uuidv7';

export async function listHooks(db: Db | Tx, farmId: FarmId, now: Date): Promise<Hook[]> {
  const rows = await db
    .selectFrom('hooks')
    .select(asFields('id url events state offReason previousUntil createdAt'))
    .select((eb) =>
      eb
        .selectFrom('hook_deliveries')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('hook_deliveries.farm_id', '=', farmId)
        .whereRef('hook_deliveries.hook_id', '=', 'hooks.id')
        .where('hook_deliveries.state', '=', 'waiting')
        .as('waiting'),
    )
    .where('farm_id', '=', farmId)
    .orderBy('id', 'desc')
    .execute();
  const at = now.toISOString();
  return rows.map(({ events, previousUntil, waiting, ...hook }) => ({
    ...hook,
    events: JSON.parse(events) as Hook['events'],
    previousUntil: previousUntil !== null && previousUntil > at ? previousUntil : null,
    waiting: waiting ?? 0,
  }));
}

export const insertHook = (
  tx: Tx,
  hook: Omit<Selectable<Database['hooks']>, 'previous_secret' | 'previous_until' | 'off_reason'>,
) => tx.insertInto('hooks').values(hook).execute();

export const lockHook = (tx: Tx, farmId: FarmId, id: string) =>
  tx.selectFrom('hooks').selectAll().where('farm_id', '=', farmId).where('id', '=', id).forUpdate().executeTakeFirst();

export const updateHook = (tx: Db | Tx, farmId: FarmId, id: string, change: Updateable<Database['hooks']>): Promise<unknown> =>
  tx.updateTable('hooks').set(change).where('farm_id', '=', farmId).where('id', '=', id).execute();

export const deleteHook = (tx: Tx, farmId: FarmId, id: string) =>
  tx.deleteFrom('hooks').where('farm_id', '=', farmId).where('id', '=', id).returning('id').executeTakeFirst();

type NewDelivery = Pick<Database['hook_deliveries'], 'revision' | 'n' | 'subject' | 'type' | 'kind' | 'record_id' | 'at'>;

/** Deliveries that are due at once. */
export async function insertDeliveries(tx: Tx, farmId: FarmId, hookId: string, deliveries: readonly NewDelivery[], now: Date) {
  if (deliveries.length === 0) return;
  const common = { farm_id: farmId, hook_id: hookId, state: 'waiting', run_at: now.toISOString() } as const;
  const rows = deliveries.map((delivery) => ({ ...delivery, ...common, id: uuidv7() }));
  await tx.insertInto('hook_deliveries').values(rows).execute();
}

const deliveries = (db: Db | Tx, farmId: FarmId, hookId: string) =>
  db
    .selectFrom('hook_deliveries')
    .select(asFields('id type kind recordId at state attempts triedAt runAt outcome'))
    .where('farm_id', '=', farmId)
    .where('hook_id', '=', hookId);

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof deliveries>['executeTakeFirstOrThrow']>>;

const toDelivery = ({ runAt, ...delivery }: DeliveryRow): HookDelivery => ({
  ...delivery,
  nextAt: delivery.state === 'waiting' ? runAt : null,
});

export const listDeliveries = async (db: Db, farmId: FarmId, hookId: string): Promise<HookDelivery[]> =>
  (await deliveries(db, farmId, hookId).orderBy('id', 'desc').limit(shownDeliveries).execute()).map(toDelivery);

export async function findDelivery(db: Db | Tx, farmId: FarmId, hookId: string, id: string): Promise<HookDelivery | undefined> {
  const found = await deliveries(db, farmId, hookId).where('id', '=', id).executeTakeFirst();
  return found && toDelivery(found);
}

export const requeueDelivery = (tx: Tx, farmId: FarmId, id: string, now: Date): Promise<unknown> =>
  tx
    .updateTable('hook_deliveries')
    .set({ state: 'waiting', attempts: 0, run_at: now.toISOString() })
    .where('farm_id', '=', farmId)
    .where('id', '=', id)
    .execute();

export const hookExists = (db: Db | Tx, farmId: FarmId, id: string): Promise<boolean> =>
  isAny(db.selectFrom('hooks').select('id').where('farm_id', '=', farmId).where('id', '=', id));

/** Whether the farm has the plan, and the webhook's creator still owns the farm. */
const isLive = sql<boolean | number>`(farms.plan_type = 'enterprise' and coalesce(farms.plan_status, '') <> 'expired')`;
const makerOwns = sql<boolean | number>`exists (
  select 1 from memberships where memberships.farm_id = hooks.farm_id and memberships.user_id = hooks.created_by
    and memberships.role = 'owner' and memberships.ended_at is null)`;

/** Webhooks whose farms have changed since their last check. */
export const listHooksBehind = (db: Db) =>
  db
    .selectFrom('hooks')
    .innerJoin('farms', 'farms.id', 'hooks.farm_id')
    .select(['hooks.farm_id', 'hooks.id', 'hooks.events', 'hooks.seen_revision', 'hooks.seen_n'])
    .select([isLive.as('isLive'), makerOwns.as('makerOwns')])
    .where('hooks.state', '=', 'on')
    .whereRef('farms.revision', '>', 'hooks.seen_revision')
    .where('farms.deleted_at', 'is', null)
    .orderBy('hooks.id')
    .execute();

export type HookBehind = Awaited<ReturnType<typeof listHooksBehind>>[number];

export const countWaiting = (db: Db, farmId: FarmId, hookId: string): Promise<number> =>
  countRows(
    db.selectFrom('hook_deliveries').where('farm_id', '=', farmId).where('hook_id', '=', hookId).where('state', '=', 'waiting'),
  );

interface DueQuery {
  readonly now: Date;
  readonly limit: number;
  readonly exceptIds: readonly string[];
  readonly exceptFarms: readonly string[];
}

/** The first waiting delivery of each subject, since a later one must not be sent before it. */
export const listDue = (db: Db, { now, limit, exceptIds, exceptFarms }: DueQuery) =>
  db
    .selectFrom('hook_deliveries as due')
    .innerJoin('hooks', (join) => join.onRef('hooks.farm_id', '=', 'due.farm_id').onRef('hooks.id', '=', 'due.hook_id'))
    .innerJoin('farms', 'farms.id', 'due.farm_id')
    .select([
      ...fieldsOf('due', 'farmId hookId id revision type kind recordId at attempts'),
      ...fieldsOf('hooks', 'url secret previousSecret previousUntil'),
    ])
    .where('due.state', '=', 'waiting')
    .where('due.run_at', '<=', now.toISOString())
    .where('hooks.state', '=', 'on')
    .where(sql<boolean>`${isLive} and ${makerOwns}`)
    .where('farms.deleted_at', 'is', null)
    .$if(exceptIds.length > 0, (query) => query.where('due.id', 'not in', exceptIds))
    .$if(exceptFarms.length > 0, (query) => query.where('due.farm_id', 'not in', exceptFarms))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('hook_deliveries as earlier')
            .select('earlier.id')
            .where('earlier.state', '=', 'waiting')
            .whereRef('earlier.farm_id', '=', 'due.farm_id')
            .whereRef('earlier.hook_id', '=', 'due.hook_id')
            .whereRef('earlier.subject', '=', 'due.subject')
            .where(sql<boolean>`(earlier.revision, earlier.n) < (due.revision, due.n)`),
        ),
      ),
    )
    .orderBy('due.run_at')
    .orderBy('due.id')
    .limit(limit)
    .execute();

export type DueDelivery = Awaited<ReturnType<typeof listDue>>[number];

export const purgeOldDeliveries = (db: Db, before: string): Promise<unknown> =>
  db.deleteFrom('hook_deliveries').where('state', '!=', 'waiting').where('run_at', '<', before).execute();
