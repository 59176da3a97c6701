import type { LightMyRequestResponse } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { api, type Api } from '#contract/index.ts';
import type { Reply, Route } from '#contract/route.ts';
import { operationHeaders } from '#domain/offline.ts';
import { addPerson } from '#server/accounts/accounts.queries.ts';
import { addMembership } from '#server/db/memberships.ts';
import { archivedAnimal, archivedFarm, buildArchive } from './archives.ts';
import type { Client, UploadedFile } from './client.ts';
import type { Person } from './engines.ts';
import { testPicture } from './pictures.ts';

type Values = Record<string, unknown>;

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

export interface SeededFarm {
  readonly person: Person;
  /** The id for `:id`, by the first segment of the path. */
  readonly ids: Readonly<Record<string, string>>;
  readonly doe: string;
  readonly buck: string;
  readonly kid: string;
  readonly epoch: string;
}

/** Creates a record of the kind at the first call. */
type IdOf = (kind: string) => Promise<string>;

type Animals = Pick<SeededFarm, 'doe' | 'buck' | 'kid'>;

const pin = '2580';

/** A new kind of record joins the access matrix by being added here. */
const makers: Readonly<Record<string, (person: Person, animals: Animals, idOf: IdOf) => Promise<string>>> = {
  // Records of administrators belong to no farm.
  admin: () => Promise.resolve(crypto.randomUUID()),
  farms: ({ farmId }) => Promise.resolve(farmId),
  animals: (_, { kid }) => Promise.resolve(kid),
  'animal-tags': async (person, { kid }) =>
    (await person.call('addAnimalTag', { body: { animalId: kid, kind: 'registration', number: 'R-1' } })).id,
  'breeding-records': async (person, { doe, buck, kid }) => {
    const pair = { motherId: doe, fatherId: buck, breedingDate: '2023-10-03' };
    return (await person.call('addBreedingRecord', { body: { ...pair, offspringIds: [kid], outcome: 'successful' } })).id;
  },
  'health-records': async (person, { kid }) =>
    (await person.call('addHealthRecord', { body: { animalId: kid, date: '2024-04-01', healthStatus: '4', weightLbs: 30 } })).id,
  acts: async (person, _, idOf) => {
    await idOf('health-records');
    return String((await person.call('listActs'))[0]?.revision);
  },
  events: async (person, { kid }) => {
    const event = { id: uuidv7(), kind: 'weighing', animalId: kid, day: '2024-05-01', weightGrams: 15_000 } as const;
    await person.call('recordEvents', { body: { events: [event] } });
    return event.id;
  },
  sales: (person) => sellOne(person),
  papers: async (person) => {
    const eventIds = [await sellOne(person)];
    await person.call('changeProfile', { body: { farmName: 'Low Farm', address: 'Valley' } });
    return (await person.call('issuePaper', { body: { kind: 'movement', eventIds, buyer: { name: 'Hill Farm' } } })).id;
  },
  transfers: async (person, _, idOf) =>
    (await person.call('makeTransfer', { body: { paperId: await idOf('papers') } })).transfer.id,
  places: async (person) => (await person.call('addPlace', { body: { name: 'Top field' } })).id,
  groups: async (person) => (await person.call('addGroup', { body: { name: 'Milkers' } })).id,
  products: async (person) => (await person.call('addProduct', { body: { name: 'Drench', kind: 'dewormer' } })).id,
  worklists: async (person, { kid }) =>
    (await person.call('addWorklist', { body: { name: 'Weighing', work: 'weigh', animalIds: [kid] } })).id,
  exposures: async (person, { doe, buck }, idOf) => {
    const body = { name: 'Milkers', maleIds: [buck], femaleIds: [doe], groupId: await idOf('groups'), inDay: '2024-10-01' };
    return (await person.call('addExposure', { body })).id;
  },
  chores: async (person, { kid }) =>
    (await person.call('addChore', { body: { name: 'Fence', day: '2026-05-02', animalIds: [kid] } })).id,
  calendar: async (person) =>
    `${(await person.call('makeCalendarLink', { body: { kinds: ['chores'], zone: 'UTC' } })).token}.ics`,
  invitations: async (person) => (await person.call('invite', { body: { email: `${uuidv7()}@example.org`, role: 'viewer' } })).id,
  people: async (person) => (await person.call('addPerson', { body: { name: 'Sam' } })).id,
  members: (person) => addViewer(person),
  pins: async (person) => {
    await person.call('setPin', { body: { pin, currentPassword: person.password } });
    return person.userId;
  },
  'api-keys': async (person) => (await person.call('addApiKey', { body: { name: 'Scale', scopes: ['see'] } })).id,
  hooks: async (person) =>
    (await person.call('addHook', { body: { url: 'https://farm.example.com/in', events: ['animal.created'] } })).hook.id,
  deliveryId: async (person, _, idOf) =>
    (await person.call('listHookDeliveries', { params: { id: await idOf('hooks') } }))[0]?.id ?? '',
  'farm-pages': async (person) => {
    const slug = sampleSlug(person);
    await person.call('changeStorefront', { body: { placeName: null, coordinates: null, precision: 'km10', slug } });
    return slug;
  },
  'saved-searches': async (person) => {
    const id = uuidv7();
    await person.call('addSavedSearch', { body: { id, name: 'Boer', search: { search: 'boer' } } });
    return id;
  },
  favourites: (person) => person.offer({ tagNumber: 'F-1', sex: 'male' }),
  imports: async (person) =>
    (await person.upload('addImport', { name: 'flock.csv', bytes: 'Tag,Sex,Species\nS-1,F,sheep\n' })).id,
  checkouts: async (person) => {
    const id = uuidv7();
    await person.call('createCheckoutSession', { body: { id, planType: 'premium', billingCycle: 'yearly' } });
    return id;
  },
  reminders: (_, _animals, idOf) => idOf('calendar'),
  'test-checkout': (_, _animals, idOf) => idOf('checkouts'),
};

/** Sells an additional animal, because other samples need those of the farm. */
async function sellOne(person: Person): Promise<string> {
  const { id: animalId } = await person.addAnimal({ tagNumber: 'S-1', sex: 'male' });
  const id = uuidv7();
  await person.call('recordEvents', { body: { events: [{ id, kind: 'sale', animalId, day: '2026-05-01' }] } });
  return id;
}

const sampleSlug = ({ farmId }: Person): string => `farm-${farmId.slice(-12)}`;

/** Body fields that refer to records other than animals. */
const kindOfField: Readonly<Record<string, string>> = {
  ids: 'events',
  eventIds: 'sales',
  paperId: 'papers',
  worklistId: 'worklists',
  placeId: 'places',
  groupId: 'groups',
  userId: 'pins',
};

/** The kinds of records that a request of this route refers to. */
const kindsOf = (route: Route): string[] =>
  [
    route.path.split('/')[1] ?? '',
    ...Object.keys(route.params?.shape ?? {}),
    ...bodyFields(route).map((name) => kindOfField[name] ?? ''),
  ].filter((kind) => kind in makers);

/** Creates three animals, and a record of each kind that a request of the route refers to, or of every kind. */
export async function seedFarm(person: Person, onlyFor?: Route): Promise<SeededFarm> {
  const doe = await person.addAnimal({ tagNumber: 'D-1', birthDate: '2021-02-03' });
  const buck = await person.addAnimal({ tagNumber: 'B-1', sex: 'male', birthDate: '2021-01-02' });
  const parents = { motherId: doe.id, fatherId: buck.id };
  const kid = await person.addAnimal({ tagNumber: 'K-1', birthDate: '2024-03-01', ...parents });
  const animals = { doe: doe.id, buck: buck.id, kid: kid.id };
  const ids: Record<string, string> = {};
  const idOf: IdOf = async (kind) => (ids[kind] ??= (await makers[kind]?.(person, animals, idOf)) ?? '');
  for (const kind of onlyFor ? kindsOf(onlyFor) : Object.keys(makers)) await idOf(kind);
  const { epoch } = await person.call('readChanges', { query: { limit: 1 } });
  return { person, ids, ...animals, epoch };
}

/** A member whom managers can change and remove too. */
function addViewer({ app, farmId }: Person): Promise<string> {
  const now = new Date();
  return app.deps.db.transaction().execute(async (tx) => {
    const userId = await addPerson(tx, { username: uuidv7(), email: 'viewer@example.org', passwordHash: '' }, now);
    await addMembership(tx, { farmId, userId, role: 'viewer' }, now);
    return userId;
  });
}

const meanings = ({ person, ids, doe, buck, kid, epoch }: SeededFarm): Values => ({
  epoch,
  pin,
  username: person.username,
  loginId: person.username,
  userId: person.userId,
  farmId: person.farmId,
  password: person.password,
  currentPassword: person.password,
  newPassword: 'another correct horse',
  role: 'viewer',
  email: 'someone@example.org',
  supportAddress: 'help@example.org',
  slug: sampleSlug(person),
  planType: 'guest',
  pedigreeUrl: 'https://example.org/pedigree',
  clipUrl: 'https://example.org/clip',
  url: 'https://farm.example.com/in',
  subscription: { endpoint: 'https://push.example.com/device', keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'a'.repeat(22) } },
  motherId: doe,
  fatherId: buck,
  animalId: kid,
  animalIds: [kid],
  offspringIds: [kid],
  maleIds: [buck],
  femaleIds: [doe],
  sireIds: [buck],
  damIds: [doe],
  ids: [ids['events']],
  eventIds: [ids['sales']],
  paperId: ids['papers'],
  worklistId: ids['worklists'],
  placeId: ids['places'],
  groupId: ids['groups'],
  photos: [],
  salePrice: '120',
  coordinates: '39.1, -94.58',
  zone: 'Europe/Berlin',
  birthDate: '2024-03-01',
  putOffTo: '2026-05-09',
  doneOn: '2026-05-02',
  inDay: '2024-10-02',
  outDay: '2024-11-01',
  date: '2026-05-01',
  day: '2026-05-01',
  fromDay: '2026-05-01',
  toDay: '2026-05-02',
  breedingDate: '2023-10-03',
  expectedDueDate: '2024-03-01',
  actualBirthDate: '2024-03-01',
});

export type OfflineCall = { [K in keyof Api]: Api[K] extends { readonly offline: true } ? K : never }[keyof Api];

export const offlineCalls = Object.entries<Route>(api).flatMap(([name, { offline }]) =>
  offline ? [name as OfflineCall] : [],
) satisfies readonly OfflineCall[];

/** The one operation in a sample of `POST /api/sync`. */
export const callSampledInSync = 'recordEvents' satisfies OfflineCall;

export const sampleOperation = (call: OfflineCall, farm: SeededFarm, also: readonly string[] = []) => ({
  id: uuidv7(),
  call,
  ...sampleInput(api[call], farm, also),
});

interface Sent {
  readonly statusCode: number;
  readonly payload: string;
}

type ByRoute = readonly [way: string, send: Way];

/** `besideCall` has fields that are no part of an operation. */
export type Way = (client: Client, farm: Pick<SeededFarm, 'epoch'>, input: Input, besideCall?: Values) => Promise<Sent>;

/** The ways to a call: its own route and, for offline calls, `POST /api/sync`, with equal replies. */
export function waysTo(name: string, route: Route): readonly [ByRoute, ...(readonly [way: string, send: Way])[]] {
  const byRoute: Way = (client, _, { params, body }) =>
    client.send({ method: route.method, url: pathFor(route, params), ...(body !== undefined && { payload: body }) });
  const bySync: Way = async (client, { epoch }, { params, body }, besideCall) => {
    const op = { ...besideCall, id: uuidv7(), call: name, params, ...(body !== undefined && { body }) };
    const response = await client.send({ method: 'POST', url: '/api/sync', payload: { device: 'test', epoch, ops: [op] } });
    if (response.statusCode !== 200) return response;
    const [result] = response.json<Reply<Api['sync']>>().results;
    return { statusCode: result?.status ?? route.status ?? 200, payload: JSON.stringify(result?.row ?? result) };
  };
  const byOperation: Way = (client, _, { params, body }) =>
    client.send({
      method: route.method,
      url: pathFor(route, params),
      headers: { [operationHeaders.id]: uuidv7() },
      ...(body !== undefined && { payload: body }),
    });
  const asOperation = [['its route, as an operation', byOperation] as const, ['sync', bySync] as const];
  return [['its route', byRoute] as const, ...(route.offline ? asOperation : [])];
}

export interface Input {
  readonly params: Readonly<Record<string, string>>;
  readonly body: Values | undefined;
}

export const pathFor = ({ path }: Pick<Route, 'path'>, params: Readonly<Record<string, string>>): string =>
  `/api${path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')}`;

/** The minimal valid input, with the optional fields named in `also`. */
export function sampleInput(route: Route, farm: SeededFarm, also: readonly string[] = []): Input {
  const resource = route.path.split('/')[1] ?? '';
  const params = Object.keys(route.params?.shape ?? {}).map((name): [string, string] => {
    const id = farm.ids[name] ?? farm.ids[resource];
    if (!id) throw new Error(`Say in test/support/samples.ts what stands for :${name} in ${route.path}`);
    return [name, id];
  });
  const body = bodySchema(route);
  const known = {
    ...meanings(farm),
    ...(route === api.invite && { email: `${uuidv7()}@example.org` }),
    ...(route === api.sync && { ops: [sampleOperation(callSampledInSync, farm)] }),
  };
  return { params: Object.fromEntries(params), body: body && sampleObject(body, known, also) };
}

/** A file that the route takes. */
export async function sampleFile({ path }: Route): Promise<UploadedFile> {
  if (path === '/upload') return { bytes: await testPicture().as('png'), type: 'image/png' };
  if (path === '/archive') return { bytes: await buildArchive(archivedFarm({ animals: [archivedAnimal()] })) };
  return { bytes: 'Tag,Sex,Species,Name\nD-1,F,goat,Named by a file\nS-2,F,sheep,\n', name: 'flock.csv' };
}

/** Sends the sample of a route, with `more` in its body. */
export async function askRoute(
  farm: SeededFarm,
  name: keyof Api,
  { also = [], query = '', more = {} }: { also?: readonly string[]; query?: string; more?: Values } = {},
): Promise<LightMyRequestResponse> {
  const route: Route = api[name];
  const { params, body } = sampleInput(route, farm, also);
  if (route.file) return farm.person.sendFile(name, await sampleFile(route), { params });
  const url = `${pathFor(route, params)}${query}`;
  return farm.person.send({ method: route.method, url, ...(body && { payload: { ...body, ...more } }) });
}

/** A minimal valid value of a schema, with the optional fields named in `also`. */
export const sampleOf = (schema: z.ZodType, farm: SeededFarm, also: readonly string[] = []): Values =>
  sampleObject(schemaOf(schema), meanings(farm), also);

/** Includes lists: `motherId`, `offspringIds`. */
export const idFields = (route: Route): string[] =>
  Object.entries(bodySchema(route)?.properties ?? {}).flatMap(([name, schema]) => (holdsId(schema) ? [name] : []));

export const bodyFields = (route: Route): string[] => Object.keys(bodySchema(route)?.properties ?? {});

export const asFieldValue = (route: Route, field: string, id: string): unknown =>
  bodySchema(route)?.properties?.[field]?.type === 'array' ? [id] : id;

const jsonSchemas = new WeakMap<z.ZodType, JsonSchema>();

/** Memoized, because tests ask for the samples of a route thousands of times. */
export function schemaOf(type: z.ZodType): JsonSchema {
  const schema = jsonSchemas.get(type) ?? (z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
  jsonSchemas.set(type, schema);
  return schema;
}

/** If there are several variants, only the first one is sampled. */
function bodySchema({ body }: Route): JsonSchema | undefined {
  const whole = body && schemaOf(body);
  return whole?.oneOf?.[0] ?? whole;
}

const holdsId = (schema: JsonSchema): boolean =>
  schema.format === 'uuid' || (schema.anyOf ?? []).some(holdsId) || (schema.items !== undefined && holdsId(schema.items));

function sampleObject({ properties = {}, required = [] }: JsonSchema, known: Values, also: readonly string[] = []): Values {
  const names = Object.keys(properties).filter((name) => required.includes(name) || also.includes(name));
  return Object.fromEntries(names.map((name) => [name, sampleField(name, properties[name] ?? {}, known)]));
}

function sampleField(name: string, schema: JsonSchema, known: Values): unknown {
  return name in known && (schema.enum?.includes(known[name]) ?? true) ? known[name] : sampleValue(schema, known);
}

function sampleValue(schema: JsonSchema, known: Values): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.oneOf) return sampleValue(schema.oneOf[0] ?? {}, known);
  if (schema.anyOf) return sampleValue(schema.anyOf.find((option) => option.type !== 'null') ?? {}, known);
  // Rows are sorted by their ids, and new ones come last.
  if (schema.format === 'uuid') return uuidv7();
  switch ([schema.type].flat()[0]) {
    case 'object':
      return sampleObject(schema, known);
    case 'array':
      return schema.items ? [sampleValue(schema.items, known)] : [];
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    case 'boolean':
      return true;
    default:
      return 'Sample';
  }
}
