import type { AnimalState } from '#contract/animal-states.ts';
import { stateForm, type AnimalState as JournalState } from '#domain/journal/state.ts';
import { listedStateOf } from '#domain/journal/summary.ts';
import type { ChangesPage } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { JsonRows } from '#server/db/json-rows.ts';
import type { Tx } from '#server/db/transaction.ts';
import { completeStates } from '#server/journal/animal-states.ts';
import { listChangedStates, listStates } from '#server/journal/states.queries.ts';
import { parseIdCursor, type PageRequest } from '#server/lists/pages.ts';

const toRow = (animalId: string, state: JournalState): AnimalState => {
  const { withdrawals, groupIds, due, ...listed } = listedStateOf(state);
  return { animalId, ...listed, withdrawals: [...withdrawals], groupIds: [...groupIds], due: [...due] };
};

/** Serialized here and not by the database, because the rows are derived from the states. A state stored in an earlier form is folded for the reply. */
export async function listStatesAsJson(tx: Tx, farmId: FarmId, { limit, cursor }: PageRequest): Promise<JsonRows> {
  const rows = await listStates(tx, { farmId, after: parseIdCursor(cursor) ?? '', limit });
  const states = await completeStates(tx, farmId, rows);
  const written = states.map(([id, state]) => JSON.stringify(toRow(id, state)));
  return { count: rows.length, text: rows.length === 0 ? null : written.join(','), last: rows.at(-1)?.id ?? null };
}

/** Only stored states; copies of the farm get the others once fold-states.jobs.ts has stored them. */
export async function listChangedAnimalStates(tx: Tx, farmId: FarmId, page: ChangesPage) {
  const rows = await listChangedStates(tx, { farmId, form: stateForm, ...page });
  return rows.map(({ id, revision, state }) => ({ ...toRow(id, JSON.parse(state) as JournalState), id, revision }));
}
