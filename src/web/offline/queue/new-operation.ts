import { uuidv7 } from 'uuidv7';
import { operationShape } from '#domain/offline.ts';
import { waitingPhotoId } from '#web/lib/server/waiting-photo.ts';
import { calls, entryOf } from '../calls.ts';
import type { QueuedOperation } from '../copy/database.ts';
import type { FarmRows } from '../copy/farm-rows.ts';
import { bodyOf, eventsOf, type Json, listIn } from './operation-body.ts';
import type { OfflineCall, StoredOperation } from './operation.ts';

interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

type CallWithInput = readonly [call: OfflineCall, input: Input];

/** What this browser knows at the time of the call. */
interface Known {
  readonly rows: FarmRows;
  readonly queued: readonly Omit<QueuedOperation, 'seq'>[];
  readonly clockSkewMs: number;
}

/**
 * Animals and products do not wait for their photos, which are sent afterwards as changes. An event waits, because changing it would
 * leave a trace in its history.
 */
export function separatePhoto(call: OfflineCall, input: Input): readonly [CallWithInput, photo?: CallWithInput] {
  const { photo } = calls[call];
  if (!photo) return [[call, input]];
  const { change, field } = photo;
  const { [field]: url, ...body } = bodyOf({ body: input.body });
  if (waitingPhotoId(url) === undefined) return [[call, input]];
  const [id = uuidv7()] = call === change ? [input.params?.['id']] : idOf(body);
  return [
    [call, { ...input, body: call === change ? body : { ...body, id } }],
    [change, { params: { id }, body: { [field]: url } }],
  ];
}

/** The operation of a call, with ids for what it creates, so that sending it again creates nothing twice. */
export function createOperation(
  call: OfflineCall,
  input: Input,
  { rows, queued, clockSkewMs }: Known,
): Omit<StoredOperation, 'seq'> {
  const { params = {} } = input;
  const body = withIds(call, input.body);
  const { of: changed, label } = calls[call];
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
    label: label({ params, body, rows }),
    madeAt: new Date().toISOString(),
    clockSkewMs,
    state: 'waiting',
    attempts: 0,
  };
}

function withIds(call: OfflineCall, body: unknown): unknown {
  const fields = bodyOf({ body });
  if (call === 'recordEvents') return { ...fields, events: eventsOf({ body }).map(withIdsOfEvent) };
  if (call === 'replaceEvent') return withIdsOfEvent(fields);
  return calls[call].does === 'adds' ? withId(fields) : body;
}

const withId = (record: Json): Json => ({ ...record, id: record['id'] ?? uuidv7() });

const withIdsOfEvent = (event: Json): Json =>
  event['young'] === undefined ? withId(event) : { ...withId(event), young: listIn(event, 'young').map(withIdOfYoung) };

/** A stillborn does not become an animal. */
const withIdOfYoung = (young: Json): Json => (young['state'] === 'stillborn' ? young : withId(young));

/** The ids to which others can refer only after this operation is applied. */
export function createdIds(operation: Pick<StoredOperation, 'call' | 'body'>): string[] {
  const { call } = operation;
  if (call === 'recordEvents') return eventsOf(operation).flatMap(idsOfEvent);
  if (call === 'replaceEvent') return idsOfEvent(bodyOf(operation));
  return entryOf(call)?.does === 'adds' ? idOf(bodyOf(operation)) : [];
}

const idsOfEvent = (event: Json): string[] => [...idOf(event), ...listIn(event, 'young').flatMap(idOf)];

const idOf = ({ id }: Json): string[] => (typeof id === 'string' ? [id] : []);

function idsIn(value: unknown, ids = new Set<string>()): ReadonlySet<string> {
  if (typeof value === 'string') ids.add(value);
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) idsIn(part, ids);
  return ids;
}
