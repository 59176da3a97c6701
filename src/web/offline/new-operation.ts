import { uuidv7 } from 'uuidv7';
import type { CollectionName } from '#contract/changes.ts';
import { operationShape } from '#domain/offline.ts';
import { waitingPhotoId } from '#web/lib/waiting-photo.ts';
import type { QueuedOperation } from './database.ts';
import type { FarmRows } from './farm-rows.ts';
import { labelOf } from './label.ts';
import type { OfflineCall, StoredOperation } from './operation.ts';

/** The records that each call changes; undefined where it adds some. */
const changedCollection: Readonly<Record<OfflineCall, CollectionName | undefined>> = {
  addAnimal: undefined,
  changeAnimal: 'animals',
  deleteAnimal: 'animals',
  addAnimalTag: undefined,
  changeAnimalTag: 'animalTags',
  deleteAnimalTag: 'animalTags',
  addHealthRecord: undefined,
  changeHealthRecord: 'events',
  removeHealthRecord: 'events',
  addBreedingRecord: undefined,
  changeBreedingRecord: 'breedingRecords',
  deleteBreedingRecord: 'breedingRecords',
  recordEvents: undefined,
  replaceEvent: 'events',
  voidEvent: 'events',
  voidEvents: undefined,
  addPlace: undefined,
  changePlace: 'places',
  addGroup: undefined,
  changeGroup: 'groups',
  addProduct: undefined,
  changeProduct: 'products',
};

export const isOfflineCall = (name: string): name is OfflineCall => Object.hasOwn(changedCollection, name);

interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Circumstances {
  readonly rows: FarmRows;
  readonly queued: readonly QueuedOperation[];
  readonly clockSkewMs: number;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * An animal does not wait for its photo: that is a change of its own, which is sent afterwards. An event waits, since it cannot be changed
 * without a trace in its history.
 */
export function separatePhoto(call: OfflineCall, input: Input): readonly [call: OfflineCall, input: Input][] {
  const { imageUrl, ...body } = (input.body ?? {}) as Json;
  if (!(call === 'addAnimal' || call === 'changeAnimal') || waitingPhotoId(imageUrl) === undefined) return [[call, input]];
  const [id = uuidv7()] = call === 'addAnimal' ? idOf(body) : [input.params?.['id']];
  return [
    [call, { ...input, body: call === 'addAnimal' ? { ...body, id } : body }],
    ['changeAnimal', { params: { id }, body: { imageUrl } }],
  ];
}

/** The operation of a call, with ids for what it creates, so that sending it again creates nothing twice. */
export function createOperation(
  call: OfflineCall,
  input: Input,
  { rows, queued, clockSkewMs }: Circumstances,
): Omit<StoredOperation, 'seq'> {
  const { params = {} } = input;
  const body = withIds(call, input.body);
  const changed = changedCollection[call];
  const seen = changed && rows[changed].get(params['id'] ?? '');
  const mentioned = idsIn({ params, body });
  const needs = queued.filter((operation) => createdIds(operation).some((id) => mentioned.has(id))).map(({ id }) => id);
  return {
    id: uuidv7(),
    shape: operationShape,
    call,
    params,
    body,
    needs,
    ...(seen && { seen }),
    label: labelOf({ call, params, body }, rows),
    madeAt: new Date().toISOString(),
    clockSkewMs,
    state: 'waiting',
    attempts: 0,
  };
}

function withIds(call: OfflineCall, body: unknown): unknown {
  if (call === 'recordEvents') return { ...(body as Json), events: listIn(body, 'events').map(withIdsOfEvent) };
  if (call === 'replaceEvent') return withIdsOfEvent(body as Json);
  return call.startsWith('add') ? withId(body as Json) : body;
}

const withId = (record: Json): Json => ({ ...record, id: record['id'] ?? uuidv7() });

const withIdsOfEvent = (event: Json): Json =>
  event['young'] === undefined ? withId(event) : { ...withId(event), young: listIn(event, 'young').map(withId) };

/** What others can only refer to once this operation is applied. */
export function createdIds({ call, body }: Pick<StoredOperation, 'call' | 'body'>): string[] {
  if (call === 'recordEvents') return listIn(body, 'events').flatMap(idsOfEvent);
  if (call === 'replaceEvent') return idsOfEvent(body as Json);
  return call.startsWith('add') ? idOf(body as Json) : [];
}

const idsOfEvent = (event: Json): string[] => [...idOf(event), ...listIn(event, 'young').flatMap(idOf)];

const idOf = ({ id }: Json): string[] => (typeof id === 'string' ? [id] : []);

const listIn = (value: unknown, name: string): readonly Json[] => {
  const list = (value as Partial<Record<string, unknown>> | undefined)?.[name];
  return Array.isArray(list) ? (list as Json[]) : [];
};

function idsIn(value: unknown, ids = new Set<string>()): ReadonlySet<string> {
  if (typeof value === 'string') ids.add(value);
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) idsIn(part, ids);
  return ids;
}
