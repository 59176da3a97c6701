import type { Animal } from '#contract/animals.ts';
import { inputOf, valuesOf, withInput } from '#web/animals/animal-form-values.ts';
import { type CallName, call } from '#web/lib/server/api.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { entryOf } from '../calls.ts';
import { bodyOf, type Json } from '../queue/operation-body.ts';
import type { StoredOperation } from '../queue/operation.ts';
import type { FarmCopy } from '../copy/farm-copy.ts';

interface Recreation {
  readonly name: CallName;
  readonly body: object;
}

/**
 * Recreates a record that was deleted elsewhere, as it was seen and with the change; undefined if this kind cannot be recreated.
 */
export function recreateCall(operation: StoredOperation): Recreation | undefined {
  const { call: changing, seen, body } = operation;
  const name = entryOf(changing)?.addedAgainBy;
  if (name === undefined || (seen === undefined && name !== 'recordEvents')) return undefined;
  const { version: _, reason: _reason, ...change } = bodyOf(operation);
  if (name === 'addAnimal') return { name, body: inputOf(withInput(valuesOf(seen as Animal), change)) };
  if (name === 'recordEvents') return { name, body: { events: [body] } };
  const { id: _id, version: _version, ...record } = seen as Json;
  return { name, body: { ...record, ...change } };
}

export async function sendRecreation(copy: FarmCopy, operation: StoredOperation, { name, body }: Recreation): Promise<void> {
  const reply: unknown = await call(name, { body });
  await copy.discard([operation]);
  toastSaved(reply, { title: 'Restored with the change' });
}
