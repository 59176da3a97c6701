import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { rightsOfKey, type FarmRole, type Right } from '#domain/accounts/members.ts';
import { effectivePlan, hasIntegrations, unlimitedAnimals } from '#domain/accounts/plans.ts';
import { addressKey } from '#server/concurrency/address-key.ts';
import { isMemberAt } from '#server/db/access.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { vouchedFarmId, type FarmId } from '#server/db/farm-id.ts';
import { fieldsOf } from '#server/db/record-columns.ts';
import { farmHasWaitingYoung } from '#server/db/waiting-young.ts';
import { Problem } from '#server/problem.ts';
import type { RateLimiter } from './limits.ts';
import { hashToken } from './sessions.ts';

/** A program that works on a farm. It is read with each request, so that changes of its creator's rights and of the plan take effect at the next one. */
export interface KeyHolder {
  readonly keyId: string;
  readonly makerId: string;
  readonly farmId: FarmId;
  readonly revision: number;
  readonly isFilling: boolean;
  readonly hasWaitingYoung: boolean;
  /** The role of the key's creator. */
  readonly role: FarmRole;
  readonly rights: ReadonlySet<Right>;
}

export const keyText = (id: string, secret: string): string => `bw_${id}_${secret}`;
const writtenKey = /^bw_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})_([\w-]{43})$/;

const bearer = /^bearer(?: +(.*))?$/is;

/** The text after `Bearer`; undefined without one. Only the header is read, because URLs end up in logs and histories. */
export function shownKey({ headers: { authorization } }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const found = authorization === undefined ? undefined : bearer.exec(authorization);
  return found ? (found[1] ?? '').trim() : undefined;
}

export interface KeyParts {
  readonly db: Db;
  readonly visits: Pick<RateLimiter, 'hit' | 'check'>;
  readonly now: () => Date;
}

const wrongKeys = { hits: 30, seconds: 600 };
const requests = { hits: 600, seconds: 60 };
const tooManyWrong = 'This API key was wrong too often. Wait ten minutes, or use the right one.';
const tooFast = 'This API key has asked too often. Ask at most 600 times a minute, and again when Retry-After says so.';

export async function findKeyHolder({ db, visits, now }: KeyParts, shown: string, ip: string): Promise<KeyHolder> {
  const [, id = '', secret = ''] = writtenKey.exec(shown) ?? [];
  const guesses = `wrong keys:${addressKey(ip)}:${id}`;
  await visits.check(guesses, wrongKeys, tooManyWrong);
  const moment = now();
  const at = moment.toISOString();
  const [row] = id === '' ? [] : await findKey(db, { id, now: moment });
  if (!row || !isSame(hashToken(secret), row.secretHash)) {
    await visits.hit(guesses, wrongKeys, tooManyWrong);
    throw new Problem('keys.invalid');
  }
  if (row.revokedAt !== null) throw new Problem('keys.invalid', { message: 'This API key was revoked.' });
  if (row.expiresAt !== null && row.expiresAt <= at) throw new Problem('keys.expired');
  if (row.role === null || row.makerId === null) {
    throw new Problem('keys.invalid', { message: 'This API key ended: whoever made it does not work on the farm any more.' });
  }
  await visits.hit(`key:${id}`, requests, tooFast);
  if (!hasIntegrations(effectivePlan(row.plan, row.planStatus, unlimitedAnimals).plan)) {
    throw new Problem('plan.not_included', {
      message: 'This API key rests: it works again when the farm is on the Enterprise plan.',
    });
  }
  const today = at.slice(0, 10);
  // At most once a day; a full disk must not prevent reading.
  if (row.usedOn !== today) await markUsed(db, id, today).catch(() => {});
  const { makerId, role, revision, filling, hasWaitingYoung } = row;
  const rights = rightsOfKey(JSON.parse(row.scopes) as string[], role);
  const holder = { keyId: id, makerId, farmId: vouchedFarmId(row.farmId), revision, role, rights };
  return { ...holder, isFilling: filling !== null, hasWaitingYoung: Boolean(hasWaitingYoung) };
}

const isSame = (hash: string, stored: string): boolean => timingSafeEqual(Buffer.from(hash, 'hex'), Buffer.from(stored, 'hex'));

const findKey = (db: Db, { id, now }: { id: string; now: Date }) =>
  db
    .selectFrom('api_keys')
    .innerJoin('farms', 'farms.id', 'api_keys.farm_id')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.farm_id', '=', 'api_keys.farm_id')
        .onRef('memberships.user_id', '=', 'api_keys.created_by')
        .on(isMemberAt(now)),
    )
    .select((eb) => [
      farmHasWaitingYoung(eb).as('hasWaitingYoung'),
      'api_keys.farm_id as farmId',
      'memberships.user_id as makerId',
      ...fieldsOf('api_keys', 'secretHash scopes expiresAt usedOn revokedAt'),
      'memberships.role',
      ...fieldsOf('farms', 'revision filling'),
      'farms.plan_type as plan',
      'farms.plan_status as planStatus',
    ])
    .where('api_keys.id', '=', id)
    .execute();

const markUsed = (db: Db, id: string, used_on: string): Promise<unknown> =>
  db.updateTable('api_keys').set({ used_on }).where('id', '=', id).execute();
