import { uuidv7 } from 'uuidv7';
import type { Api } from '#contract/index.ts';
import type { Reply } from '#contract/route.ts';
import { readAllRows } from './database-rows.ts';
import type { Person, TestServer } from './engines.ts';

/** What a browser stores before it sends it. */
export interface Op {
  readonly id: string;
  readonly call: string;
  readonly params?: object;
  readonly body?: unknown;
  readonly needs?: readonly string[];
  readonly shape?: number;
}

type Results = Reply<Api['sync']>['results'];

export const epochOf = async (person: Person): Promise<string> =>
  (await person.call('readChanges', { query: { limit: 1 } })).epoch;

export async function sync(person: Person, ops: readonly Op[], epoch?: string): Promise<Reply<Api['sync']>> {
  return person.call('sync', { body: { device: 'phone', epoch: epoch ?? (await epochOf(person)), ops: ops as never } });
}

export const resultsOf = async (person: Person, ops: readonly Op[]): Promise<Results> => (await sync(person, ops)).results;
export const outcomesOf = async (person: Person, ops: readonly Op[]): Promise<string[]> =>
  (await resultsOf(person, ops)).map(({ outcome }) => outcome);
export async function resultOf(person: Person, op: Op): Promise<Results[number]> {
  const [result] = await resultsOf(person, [op]);
  if (!result) throw new Error('The operation was not answered');
  return result;
}

export const addPlace = (name: string, more: Partial<Op> = {}): Op => ({
  id: uuidv7(),
  call: 'addPlace',
  body: { name },
  ...more,
});
export const addGoat = (more: object = {}, id = uuidv7()): Op => ({
  id: uuidv7(),
  call: 'addAnimal',
  body: { id, tagNumber: 'A-1', species: 'goat', sex: 'female', birthDate: '2021-01-01', ...more },
});
export const weigh = (animalId: string, weightGrams: number, day = '2026-05-01'): Op => ({
  id: uuidv7(),
  call: 'recordEvents',
  body: { events: [{ id: uuidv7(), kind: 'weighing', animalId, day, weightGrams }] },
});
export const placesOf = async (person: Person): Promise<string[]> =>
  (await person.call('listPlaces')).map(({ name }) => name).toSorted();

export const receiptIds = async ({ db }: TestServer, { farmId }: Person): Promise<string[]> =>
  (await db.selectFrom('receipts').select('id').where('farm_id', '=', farmId).execute()).map(({ id }) => id);

/** Everything of a farm without the receipts. */
export async function recordsOf(server: TestServer, { farmId }: Person): Promise<object> {
  const rows = await readAllRows(server, farmId);
  rows.delete('receipts');
  return Object.fromEntries(rows);
}
