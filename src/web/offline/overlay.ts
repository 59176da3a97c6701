import { animalTagRoutes } from '#contract/animal-tags.ts';
import { animalRoutes } from '#contract/animals.ts';
import { breedingRoutes } from '#contract/breeding.ts';
import { choreRoutes } from '#contract/chores.ts';
import { eventRoutes } from '#contract/events.ts';
import { exposureRoutes } from '#contract/exposures.ts';
import { groupRoutes } from '#contract/groups.ts';
import { healthRoutes } from '#contract/health.ts';
import type { Api } from '#contract/index.ts';
import { placeRoutes } from '#contract/places.ts';
import { productRoutes } from '#contract/products.ts';
import type { Parsed, Route } from '#contract/route.ts';
import { worklistRoutes } from '#contract/worklists.ts';
import { answers, type Written } from './answers.ts';
import { addAnimal, changeAnimal, deleteAnimal } from './apply-animals.ts';
import { addBreedingRecord, changeBreedingRecord, deleteBreedingRecord } from './apply-breeding.ts';
import { addEntry, changeEntry, deleteChore } from './apply-entries.ts';
import { recordEvents, replaceEvent, voidEvent, voidEvents } from './apply-events.ts';
import { addExposure, changeExposure } from './apply-exposures.ts';
import { addHealthRecord, changeHealthRecord, removeHealthRecord } from './apply-health.ts';
import { addAnimalTag, changeAnimalTag, deleteAnimalTag } from './apply-tags.ts';
import { FarmDraft } from './draft.ts';
import type { FarmRows } from './farm-rows.ts';
import type { Act } from './journal-changes.ts';
import { idsFrom } from './made-ids.ts';
import type { OfflineCall, StoredOperation } from './operation.ts';

/** The effect of each call, without the server's checks: only the server decides whether it is allowed. */
const applied: { readonly [K in OfflineCall]: (act: Act, input: Parsed<Api[K]>) => void } = {
  addAnimal,
  changeAnimal,
  deleteAnimal,
  addAnimalTag,
  changeAnimalTag,
  deleteAnimalTag,
  addHealthRecord,
  changeHealthRecord,
  removeHealthRecord,
  addBreedingRecord,
  changeBreedingRecord,
  deleteBreedingRecord,
  recordEvents,
  replaceEvent,
  voidEvent,
  voidEvents,
  addPlace: addEntry('places'),
  changePlace: changeEntry('places'),
  addGroup: addEntry('groups'),
  changeGroup: changeEntry('groups'),
  addProduct: addEntry('products'),
  changeProduct: changeEntry('products'),
  addWorklist: addEntry('worklists'),
  changeWorklist: changeEntry('worklists'),
  addExposure,
  changeExposure,
  addChore: addEntry('chores'),
  changeChore: changeEntry('chores'),
  deleteChore,
};

const routes: { readonly [K in OfflineCall]: Route } = {
  ...animalRoutes,
  ...animalTagRoutes,
  ...breedingRoutes,
  ...eventRoutes,
  ...exposureRoutes,
  ...groupRoutes,
  ...healthRoutes,
  ...placeRoutes,
  ...productRoutes,
  ...worklistRoutes,
  ...choreRoutes,
};

/**
 * The rows after the waiting operations are applied in order. An operation that depends on one that was not accepted waits too.
 */
export function applyOperations(
  rows: FarmRows,
  operations: readonly StoredOperation[],
  by: string,
  room: Act['room'] = () => Infinity,
): FarmRows {
  const draft = new FarmDraft(rows);
  const parked = new Set<string>();
  for (const operation of operations.toSorted((a, b) => a.seq - b.seq)) {
    if (operation.state !== 'waiting' || operation.needs.some((id) => parked.has(id))) parked.add(operation.id);
    else apply({ draft, by, room }, operation);
  }
  return draft.rows();
}

function apply(context: Pick<Act, 'draft' | 'by' | 'room'>, operation: StoredOperation): void {
  const input = parse(operation);
  if (!input) return;
  const act: Act = { ...context, at: momentOf(operation), newId: idsFrom(operation.id) };
  (applied[operation.call] as (act: Act, input: unknown) => void)(act, input);
}

/** Parsed as the server would; undefined if it would be rejected. */
function parse({ call, params, body }: StoredOperation): unknown {
  const route = routes[call];
  const [parsedParams, parsedBody] = [route.params?.safeParse(params), route.body?.safeParse(body)];
  const isRead = parsedParams?.success !== false && parsedBody?.success !== false;
  return isRead ? { params: parsedParams?.data, body: parsedBody?.data } : undefined;
}

/** By the server's clock. */
const momentOf = ({ madeAt, clockSkewMs }: StoredOperation): string => new Date(Date.parse(madeAt) + clockSkewMs).toISOString();

/** The call's result, from the rows before and after it; undefined if it had no effect. */
export function replyOf(before: FarmRows, after: FarmRows, operation: StoredOperation): unknown {
  const input = parse(operation);
  return input && (answers[operation.call] as (change: Written, input: unknown) => unknown)({ before, after }, input);
}
