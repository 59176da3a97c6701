import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { maxHooks, type Hook, type HookChange, type HookDelivery, type NewHook } from '#contract/hooks.ts';
import { hookAdded } from '#domain/hooks.ts';
import { readRevision } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { InFarm } from '#server/http/guards.ts';
import { Problem } from '#server/problem.ts';
import { dayMs, timeAfter } from '#server/time-after.ts';
import { ensureIntegrations } from './api-keys.service.ts';
import {
  deleteHook,
  findDelivery,
  hookExists,
  insertDeliveries,
  insertHook,
  listDeliveries,
  listHooks,
  lockHook,
  requeueDelivery,
  updateHook,
} from './hooks.queries.ts';
import { isPublicUrl } from '#server/outbound/public-address.ts';

const newSecrets = { hits: 30, seconds: 3600 };
const tooMany = 'Many webhooks and secrets were made. Try again in an hour.';
const newHookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export async function addHook(
  { db, config, limits, now, log }: Deps,
  { farmId, userId, by, ip }: InFarm,
  { url, events }: z.output<typeof NewHook>,
): Promise<{ hook: Hook; secret: string }> {
  if (!isPublicUrl(url, config.allowsLoopbackHooks)) {
    throw Problem.field('url', 'Enter an address on the public internet that begins with https://');
  }
  await limits.hit(`new hooks:${farmId}`, newSecrets, tooMany);
  const [id, secret, at] = [uuidv7(), newHookSecret(), now()];
  const hook = await inFarmTransaction(db, farmId, async (tx) => {
    await ensureIntegrations(tx, farmId);
    if ((await listHooks(tx, farmId, at)).length >= maxHooks) throw new Problem('hooks.too_many');
    const revision = await readRevision(tx, farmId);
    await insertHook(tx, {
      farm_id: farmId,
      id,
      url,
      events: JSON.stringify([...new Set(events)]),
      secret,
      state: 'on',
      seen_revision: revision,
      seen_n: 0,
      created_by: userId,
      created_at: at.toISOString(),
    });
    const added = { revision, n: 0, subject: id, type: hookAdded, kind: 'hook', record_id: id, at: at.toISOString() } as const;
    await insertDeliveries(tx, farmId, id, [added], at);
    return readHook(tx, farmId, id, at);
  });
  log.info({ security: 'webhook made', userId, by, hookId: id, ip });
  return { hook, secret };
}

async function readHook(tx: Tx, farmId: FarmId, id: string, now: Date): Promise<Hook> {
  const found = (await listHooks(tx, farmId, now)).find((hook) => hook.id === id);
  if (!found) throw new Problem('hooks.not_found');
  return found;
}

/** A webhook that is switched on again gets the changes from then on, and deliveries that were waiting are sent. */
export async function changeHook(
  { db, limits, now, log }: Deps,
  { farmId, userId, by, ip }: InFarm,
  id: string,
  { events, state, rotatesSecret }: HookChange,
): Promise<{ hook: Hook; secret: string | null }> {
  if (rotatesSecret) await limits.hit(`new hooks:${farmId}`, newSecrets, tooMany);
  const at = now();
  const secret = rotatesSecret ? newHookSecret() : null;
  const hook = await inFarmTransaction(db, farmId, async (tx) => {
    const stored = await lockHook(tx, farmId, id);
    if (!stored) throw new Problem('hooks.not_found');
    const isSwitchedOn = state === 'on' && stored.state === 'off';
    if (isSwitchedOn) await ensureIntegrations(tx, farmId);
    await updateHook(tx, farmId, id, {
      state: state ?? stored.state,
      ...(events && { events: JSON.stringify([...new Set(events)]) }),
      ...(isSwitchedOn && {
        off_reason: null,
        created_by: userId,
        seen_revision: await readRevision(tx, farmId),
      }),
      ...(state === 'off' && stored.state === 'on' && { off_reason: 'owner' as const }),
      ...(secret !== null && {
        secret,
        previous_secret: stored.secret,
        previous_until: timeAfter(at, dayMs),
      }),
    });
    return readHook(tx, farmId, id, at);
  });
  log.info({ security: 'webhook changed', userId, by, hookId: id, ip });
  return { hook, secret };
}

export async function removeHook({ db, log }: Deps, { farmId, userId, by, ip }: InFarm, id: string): Promise<void> {
  if (!(await inFarmTransaction(db, farmId, (tx) => deleteHook(tx, farmId, id)))) throw new Problem('hooks.not_found');
  log.info({ security: 'webhook deleted', userId, by, hookId: id, ip });
}

export async function listHookDeliveries({ db }: Deps, farmId: FarmId, id: string): Promise<HookDelivery[]> {
  if (!(await hookExists(db, farmId, id))) throw new Problem('hooks.not_found');
  return listDeliveries(db, farmId, id);
}

export const sendAgain = (
  { db, now }: Deps,
  { farmId }: InFarm,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<HookDelivery> =>
  inFarmTransaction(db, farmId, async (tx) => {
    if (!(await findDelivery(tx, farmId, id, deliveryId))) throw new Problem('hooks.not_found');
    await ensureIntegrations(tx, farmId);
    await requeueDelivery(tx, farmId, deliveryId, now());
    const queued = await findDelivery(tx, farmId, id, deliveryId);
    if (!queued) throw new Problem('hooks.not_found');
    return queued;
  });
