import fc from 'fast-check';
import { api, type Api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { naughtyStrings } from './naughty-strings.ts';
import { offlineCalls, schemaOf, type JsonSchema, type OfflineCall } from './samples.ts';

/**
 * A request that conforms to the contract, nearly conforms, or is arbitrary. Ids are placeholders such as `@animals:7` until the request is sent, so that
 * a seed produces the same requests whatever ids the rows have.
 */
export interface AnyRequest {
  readonly route: keyof Api;
  readonly actor: Actor;
  readonly params: Readonly<Record<string, string>>;
  readonly query: string;
  readonly contentType: string | undefined;
  readonly body: string | undefined;
}

export const actors = ['owner', 'neighbour', 'guest', 'admin', 'visitor', 'deleted', 'demoted'] as const;
export type Actor = (typeof actors)[number];

/** A new route of the contract is included automatically. */
export const anyRequest = (): fc.Arbitrary<AnyRequest> =>
  fc.oneof(...Object.keys(api).map((name) => ({ weight: weightOf(name), arbitrary: requestOf(name as keyof Api) })));

function weighted<T>(...choices: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<T>])[]): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Hashing a password takes as long as forty other requests. */
const weightOf = (name: string): number =>
  /login|register|changePassword|reset|deleteUser/i.test(name) ? 1 : /upload|addImport|exportRecords/.test(name) ? 2 : 8;

function requestOf(name: keyof Api): fc.Arbitrary<AnyRequest> {
  const route: Route = api[name];
  const words = route.path.split('/');
  const kind = words.find((_, at) => words[at + 1]?.startsWith(':')) ?? '';
  return fc.record({
    route: fc.constant(name),
    actor: weighted([5, fc.constant(usualActor(route))], [2, fc.constantFrom(...actors)]),
    params: fc.record(
      Object.fromEntries(
        Object.keys(route.params?.shape ?? {}).map((key) => [key, weighted([8, idOf(kind)], [1, naughty], [1, anyId])]),
      ),
    ),
    query: route.query ? queryOf(schemaOf(route.query)) : fc.constant(''),
    ...(route.file ? fileOf(route.file.field) : jsonOf(route)),
  });
}

const usualActor = ({ access }: Route): Actor => (access === 'admin' ? 'admin' : access === 'public' ? 'visitor' : 'owner');

// Placeholders are replaced when the request is sent.
const word = (kind: string): fc.Arbitrary<string> => fc.nat(99).map((number) => `@${kind}:${number}`);
const kinds = ['animals', 'breeding-records', 'imports', 'pricing-plans', 'coupons', 'users', 'bystander', 'nothing'] as const;
const anyId = fc.oneof(...kinds.map(word), fc.uuid());

function idOf(name: string): fc.Arbitrary<string> {
  if (name === 'id') return fc.oneof(fc.uuid(), anyId);
  if (name === 'motherId') return word('does');
  if (name === 'fatherId') return word('bucks');
  return word((kinds as readonly string[]).includes(name) ? name : 'animals');
}

const naughty = fc.constantFrom(...naughtyStrings);
const shortText = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(...naughtyStrings.filter((text) => text.length < 100)),
);
const day = fc.oneof(
  fc
    .date({ min: new Date('2015-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom('2024-02-29', '1980-01-01', '2026-02-30', '0000-00-00', '9999-12-31'),
);

function textOf(name: string): fc.Arbitrary<unknown> {
  if (/date|until|^from$|^to$/i.test(name)) return day;
  if (/email/i.test(name)) return fc.constantFrom('ada@example.org', 'a+b@sub.example.org');
  if (/username|loginId/.test(name)) return fc.oneof(word('usernames'), shortText);
  if (/password/i.test(name)) return fc.constantFrom('correct horse', 'another correct horse');
  if (/price|weight/i.test(name))
    return fc.oneof(fc.constantFrom('120', '0.01', '99.5', '', '1,200.50'), fc.integer({ min: 1, max: 500 }));
  if (/url$/i.test(name)) return fc.constantFrom('https://example.org/a?b=c#d', 'http://example.org', '', '@picture:1');
  if (/cursor/.test(name)) return fc.constantFrom('0', '1', '2026-01-01T00:00:00.000Z_00000000-0000-7000-8000-000000000000', 'x');
  return shortText;
}

function valueOf(name: string, schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => valueOf(name, option)));
  if (schema.format === 'uuid') return idOf(name);
  const types = [schema.type ?? 'object'].flat();
  if (types.length > 1) return fc.oneof(...types.map((type) => valueOf(name, { ...schema, type })));
  switch (types[0]) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? 0, -1), max: Math.min(schema.maximum ?? 1000, 10_000) });
    case 'number':
      return fc.integer({ min: 1, max: 1000 });
    case 'array':
      return fc.array(valueOf(name, schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 5, 5) });
    case 'object':
      return objectOf(schema);
    default:
      return textOf(name);
  }
}

const objectOf = ({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueOf(name, schema)])), {
    requiredKeys: required.filter((name) => name in properties),
  });

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

const numbers = [0, -0, -1, 1.5, 0.1 + 0.2, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 1e308, -1e308, 5e-324];

const structures = [nested(19), nested(21), Array(600).fill('x')];

const hostile = weighted<unknown>(
  [6, naughty],
  [2, fc.constantFrom<unknown>(null, true, false, ...numbers)],
  [1, fc.constantFrom<unknown>([], {}, [null], [[]], { length: 1 }, { toString: 'x' }, ...structures)],
  [1, anyId],
  [1, fc.double()],
  [1, fc.string({ unit: 'binary', maxLength: 300 })],
);

const otherKeys = [
  ...'__proto__ constructor role userId farmId isAdmin passwordHash version toString'.split(' '),
  '',
  'x'.repeat(200),
];

/** Stored operations of a browser, each with the request of its own route. */
const operations = fc.record({
  device: fc.constant('fuzz'),
  epoch: fc.constant('@epoch:0'),
  ops: fc.array(fc.oneof(...offlineCalls.map(operationOf)), { minLength: 1, maxLength: 5 }),
});

function operationOf(call: OfflineCall): fc.Arbitrary<object> {
  const { path, body }: Route = api[call];
  return fc.record(
    {
      id: fc.uuid(),
      call: fc.constant(call),
      params: fc.record({ id: idOf(path.split('/')[1] ?? '') }),
      body: weighted<unknown>([8, body ? objectOf(schemaOf(body)) : fc.constant({})], [1, hostile]),
      needs: weighted([8, fc.constant<string[]>([])], [1, fc.array(fc.uuid(), { maxLength: 3 })]),
    },
    { requiredKeys: ['id', 'call', 'params', 'body'] },
  );
}

function jsonOf(route: Route): { contentType: fc.Arbitrary<string | undefined>; body: fc.Arbitrary<string | undefined> } {
  if (route.method === 'GET') return { contentType: fc.constant(undefined), body: fc.constant(undefined) };
  const schema = route.body ? schemaOf(route.body) : {};
  const names = Object.keys(schema.properties ?? {});
  const valid = route === api.sync ? operations : objectOf(schema);
  const places = fc.array(fc.tuple(fc.constantFrom(...names, ...otherKeys), hostile), { minLength: 1, maxLength: 3 });
  return {
    contentType: weighted([30, fc.constant<string | undefined>('application/json')], [1, fc.constantFrom(...otherTypes)]),
    body: weighted<string | undefined>(
      [4, valid.map((body) => JSON.stringify(body))],
      [6, fc.tuple(valid, places).map(([body, changes]) => toJson([...Object.entries(body), ...changes]))],
      [1, fc.constantFrom(undefined, ...wildBodies)],
      [1, fc.tuple(valid, fc.nat(2000)).map(([body, at]) => JSON.stringify(body).slice(0, at))],
      [1, fc.json()],
    ),
  };
}

const form = 'multipart/form-data';
const otherTypes = [
  `${form}; boundary=x`,
  'application/json; charset=utf-16',
  'text/plain',
  'application/xml',
  'a',
  '',
  undefined,
];

/** A key may occur twice, and a number may be out of range. */
const toJson = (entries: readonly (readonly [string, unknown])[]): string =>
  `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${value === 1e308 ? '1e400' : JSON.stringify(value)}`).join(',')}}`;

// prettier-ignore
const wildBodies: readonly string[] = [
  '', ' ', '{', '}', '[]', '[{}]', 'null', 'true', '0', '1e400', '"x"', '{}', '{"":""}', '{"a":1,}', "{'a':1}", '{"a":\u0000}',
  '{"a":"\\ud800"}', '\uFEFF{}', '{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"id":1e400}', '{"id":-1e400}', '{"tagNumber":"a","tagNumber":"b"}', '['.repeat(5000),
  `${'['.repeat(5000)}${']'.repeat(5000)}`, '{"a":'.repeat(5000), `{"x":"${'x'.repeat(300_000)}"}`,
  `{${Array.from({ length: 5000 }, (_, at) => `"${at}":0`).join(',')}}`, '<xml/>', 'a=b&c=d', '{"a":1}{"b":2}', '//',
  '{"a":NaN}', '{"a":Infinity}', '{"a":undefined}', '{"a":01}', '{"a":"\n"}', '--x\r\n\r\n--x--',
];

function queryOf(schema: JsonSchema): fc.Arbitrary<string> {
  const names = Object.keys(schema.properties ?? {});
  const encode = (entries: readonly (readonly [string, unknown])[]): string =>
    entries.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value).toWellFormed())}`).join('&');
  const valid = objectOf(schema).map((query) => Object.entries(query).filter(([, value]) => value !== null));
  return weighted(
    [4, valid.map(encode)],
    [
      4,
      fc
        .tuple(valid, fc.constantFrom(...names, 'x'), naughty)
        .map(([query, name, value]) => encode([...query.filter(([key]) => key !== name), [name, value.slice(0, 2000)]])),
    ],
    [1, fc.constantFrom(...names).map((name) => `${name}=1&${name}=2`)],
    [1, fc.constantFrom(...names).map((name) => `${name}[]=1&${name}[a]=2&${name}.b=3`)],
    [1, fc.constantFrom(...wildQueries)],
  );
}

const wildQueries = [
  '',
  'a'.repeat(3000),
  'constructor[prototype]=1',
  ...'& = &&== % %00 %ZZ %F0%9F __proto__=1 ? + ;'.split(' '),
];

const table = 'Tag,Sex,Species,Name,Born,Dam,Sire,Price\n';

function fileOf(field: string): { contentType: fc.Arbitrary<string | undefined>; body: fc.Arbitrary<string | undefined> } {
  const boundary = 'b0undary';
  const part = (name: string, content: string, more = ''): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
  const cell = shortText.map((text) => `"${text.replaceAll('"', '""')}"`);
  const [sex, species] = [fc.constantFrom('F', 'M', 'x', ''), fc.constantFrom('goat', 'sheep', '')];
  const row = fc.tuple(cell, sex, species, cell, day, cell, cell, cell);
  const csv = fc.array(row, { maxLength: 8 }).map((rows) => table + rows.map((cells) => cells.join(',')).join('\n'));
  const magic = ['GIF89a', '\x89PNG\r\n\x1A\n', 'PK\x03\x04', '%PDF-1.7', '\xFF\xD8\xFF\xE0', 'RIFFxxxxWEBP'];
  const content = weighted(
    [4, csv],
    [1, fc.string({ unit: 'binary', maxLength: 300 })],
    [1, naughty],
    [1, fc.constantFrom(...magic)],
  );
  const fileName = fc.oneof(
    fc.constant('flock.csv'),
    naughty.map((text) => text.replaceAll(/["\r\n]/g, '').slice(0, 300)),
  );
  return {
    contentType: weighted(
      [12, fc.constant<string | undefined>(`${form}; boundary=${boundary}`)],
      [1, fc.constantFrom(form, `${form}; boundary=`, 'application/json', undefined)],
    ),
    body: fc
      .tuple(
        fc.constantFrom(field, field, field, 'other', '__proto__'),
        fileName,
        content,
        fc.option(naughty),
        fc.constantFrom(1, 1, 1, 0.7),
      )
      .map(([name, file, bytes, id, share]) => {
        const whole = `${id === null ? '' : part('id', id)}${part(name, bytes, `; filename="${file}"`)}--${boundary}--\r\n`;
        return whole.slice(0, Math.ceil(whole.length * share));
      }),
  };
}
