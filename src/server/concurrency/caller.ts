import { AsyncLocalStorage } from 'node:async_hooks';
import type { FarmRole } from '#domain/accounts/members.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from './address-key.ts';

/** By what the guard let a request in: a session or a key of a person, who had this role on the farm. */
export interface Authorization {
  readonly by: { readonly session: string } | { readonly key: string };
  readonly userId: string;
  readonly role: FarmRole;
  readonly now: () => Date;
}

/** The client on whose behalf work is done: resources are shared per caller, and work for a disconnected one is not started. */
export interface Caller {
  readonly key: string;
  readonly address: string;
  /** Aborted when the connection closes before the response is complete. */
  readonly signal: AbortSignal;
  /** Whether the request adds records to its farm, which a full one refuses. */
  readonly addsRecords?: boolean;
  readonly access?: Authorization | undefined;
}

const storage = new AsyncLocalStorage<Caller>();

export const currentCaller = (): Caller | undefined => storage.getStore();

export const runAs = <T>(caller: Caller, work: () => T): T => storage.run(caller, work);

const keyOf = (farmId: string): string => `farm:${farmId}`;

/** The current caller, if its request is one of this farm. */
export function callerOfFarm(farmId: string): Caller | undefined {
  const caller = currentCaller();
  return caller?.key === keyOf(farmId) ? caller : undefined;
}

const neverAborted = new AbortController().signal;

/** For work whose result others await as well: it continues when the first caller disconnects. */
export const runForAll = <T>(work: () => T): T => runWith({ signal: neverAborted }, work);

export function runWith<T>(changed: Partial<Caller>, work: () => T): T {
  const caller = currentCaller();
  return caller ? runAs({ ...caller, ...changed }, work) : work();
}

export function callerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  farmId: string | undefined,
  more: Pick<Caller, 'addsRecords' | 'access'> = {},
): Caller {
  let signal: AbortSignal | undefined;
  const address = addressKey(request.ip);
  return {
    key: farmId === undefined ? `address:${address}` : keyOf(farmId),
    address,
    ...more,
    get signal() {
      return (signal ??= signalOf(reply));
    },
  };
}

function signalOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const abortIfUnfinished = (): void => {
    if (!raw.writableFinished) controller.abort(new CallerGone());
  };
  if (raw.destroyed) abortIfUnfinished();
  else raw.once('close', abortIfUnfinished);
  return controller.signal;
}

export class CallerGone extends Error {
  constructor() {
    super('The caller closed the connection before the answer was complete');
  }
}
