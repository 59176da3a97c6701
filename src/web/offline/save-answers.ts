import type { OperationResult } from '#contract/sync.ts';
import { ApiError, type CallName, callServer, isOutcomeUnknown } from '#web/lib/api.ts';
import { NotStored } from '#web/lib/local-copy.ts';
import type { StoredOperation } from './operation.ts';

export const isApplied = ({ outcome }: Pick<OperationResult, 'outcome'>): boolean =>
  outcome === 'applied' || outcome === 'replayed';

export const problemOf = ({ status = 409, code, message, errors }: OperationResult): ApiError =>
  new ApiError(status, JSON.stringify({ code, message, errors }));

/** The browser cannot store anything, so the server is called directly. */
export async function sendUnstored(made: Omit<StoredOperation, 'seq'>, cause: unknown): Promise<unknown> {
  const { label, call: name, params, body } = made;
  try {
    return await callServer(name as CallName, { params, body });
  } catch (error) {
    throw isOutcomeUnknown(error) ? new NotStored(cause, { label, call: name, params, body }) : error;
  }
}
