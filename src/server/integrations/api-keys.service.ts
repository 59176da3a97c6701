import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { maxApiKeys, type NewApiKey } from '#contract/api-keys.ts';
import { hasIntegrations } from '#domain/accounts/plans.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { keyText } from '#server/http/api-keys.ts';
import type { PersonInFarm } from '#server/http/guards.ts';
import { hashToken, newToken } from '#server/http/sessions.ts';
import { readFarmPlan } from '#server/plans/plans.queries.ts';
import { Problem } from '#server/problem.ts';
import { countKeys, findKeyName, insertKey, revokeKey } from './api-keys.queries.ts';

const newKeys = { hits: 30, seconds: 3600 };

export async function ensureIntegrations(tx: Tx, farmId: FarmId): Promise<void> {
  const { plan } = await readFarmPlan(tx, farmId);
  if (!hasIntegrations(plan)) throw new Problem('plan.not_included');
}

export async function addApiKey(
  { db, limits, now, log }: Deps,
  { farmId, by, ip }: PersonInFarm,
  { name, scopes, expiresAt = null }: z.output<typeof NewApiKey>,
): Promise<{ id: string; key: string }> {
  const at = now();
  if (expiresAt !== null && Date.parse(expiresAt) <= at.getTime()) throw Problem.field('expiresAt', 'Choose a day in the future');
  await limits.hit(`new keys:${farmId}`, newKeys, 'Many keys were made. Try again in an hour.');
  const [id, secret] = [uuidv7(), newToken()];
  await inFarmTransaction(db, farmId, async (tx) => {
    await ensureIntegrations(tx, farmId);
    if ((await countKeys(tx, farmId)) >= maxApiKeys) throw new Problem('keys.too_many');
    await insertKey(tx, {
      farm_id: farmId,
      id,
      name,
      secret_hash: hashToken(secret),
      last_four: secret.slice(-4),
      scopes: JSON.stringify([...new Set(scopes)]),
      created_by: by.user,
      created_at: at.toISOString(),
      expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    });
  });
  log.info({ security: 'API key made', userId: by.user, keyId: id, ip });
  return { id, key: keyText(id, secret) };
}

/** Idempotent: revoking a key again, for instance after a lost answer, changes nothing. */
export async function revokeApiKey({ db, now, log }: Deps, { farmId, by, ip }: PersonInFarm, id: string): Promise<void> {
  const isRevoked = await inFarmTransaction(db, farmId, async (tx) => {
    if (!(await findKeyName(tx, farmId, id))) throw new Problem('keys.not_found');
    return revokeKey(tx, farmId, id, now());
  });
  if (isRevoked) log.info({ security: 'API key revoked', userId: by.user, keyId: id, ip });
}
