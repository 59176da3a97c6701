import type { OperationResult } from '#contract/sync.ts';
import { ApiError, type CallName, callServer, isOutcomeUnknown } from '#web/lib/server/api.ts';
import { NotStored } from '#web/lib/server/local-copy.ts';
import type { StoredOperation } from './operation.ts';

export const isApplied = ({ outcome }: Pick<OperationResult, 'outcome'>): boolean =>
  outcome === 'applied' || outcome === 'replayed';

export const problemOf = ({ status = 409, code, message, errors }: OperationResult): ApiError =>
  new ApiError(status, JSON.stringify({ code, message, errors }));

type Unstored = Pick<StoredOperation, 'call'> & Partial<Pick<StoredOperation, 'label' | 'params' | 'body'>>;

/** The browser cannot store anything, so the server is called directly. */
export async function sendUnstored({ label, call: name, params = {}, body }: Unstored, cause: unknown): Promise<unknown> {
  try {
    return await callServer(name as CallName, { params, body });
  } catch (error) {
    throw isOutcomeUnknown(error) ? new NotStored(cause, { label, call: name, params, body }) : error;
  }
}
