import { z } from 'zod';
import { commonErrors, errors, type ErrorCode } from '../src/contract/errors.ts';
import { HookMessage } from '../src/contract/hooks.ts';
import { addsRecords, type Access, type Route, type RouteTable } from '../src/contract/route.ts';
import { rolesWith, scopes } from '../src/domain/accounts/members.ts';
import { productTitle } from '../src/domain/product.ts';
import { capitalized } from '../src/domain/values/text.ts';
import { readDocs, type Docs } from './contract-docs.ts';
import { examples } from './openapi-examples.ts';
import { modules } from './openapi-modules.ts';
import { webhooks } from './openapi-webhooks.ts';

type JsonSchema = Record<string, unknown>;

const accessDescriptions: Readonly<Record<Access, string>> = {
  public: 'Anybody may call it.',
  user: 'Needs a session.',
  farm: 'Needs a session; it reads and writes the farm of that session alone.',
  admin: 'Needs the session of an administrator.',
};

const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]).describe('The kind of error, for programs'),
  message: z.string().describe('A sentence for the person'),
  errors: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .optional()
    .describe('The errors of individual fields'),
  moreErrors: z.int().optional().describe('The number of errors that are left out of `errors`'),
  requestId: z.string().describe('The number of the request in the log of the server'),
});

/** A number that JavaScript cannot count beyond is no bound of the API. */
const noBounds: ReadonlySet<unknown> = new Set([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);

const formats = [
  [/^id$|Ids?$/, 'uuid'],
  [/At$|^(?:at|supportUntil|previousUntil)$/, 'date-time'],
  [/(?:On|Day|Date)$|^(?:day|date|validUntil|putOffTo|lastSeen|lastActive|bornFrom|bornTo|expiry)$/, 'date'],
] as const;

/** What a field is called says what its text is: an id, a moment or a day. */
const formatOf = (name: string): string | undefined =>
  name === 'loginId' ? undefined : formats.find(([pattern]) => pattern.test(name))?.[1];

/** Defaults, as JSON, that only say that a field may be missing. Some generators make every field with a default required. */
const emptyDefaults: ReadonlySet<string> = new Set(['null', 'false', '[]', '{}']);

/**
 * A client generated from the document must accept fields that later versions answer, so no object is closed. Texts of days, moments and
 * ids get their format.
 */
function forClients(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => forClients(each, name));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, each]) =>
      !(key === 'additionalProperties' && each === false) &&
      !(key === 'default' && emptyDefaults.has(JSON.stringify(each))) &&
      !(['minimum', 'maximum'].includes(key) && noBounds.has(each)),
  );
  const schema = Object.fromEntries(
    kept.map(([key, each]) => [
      key,
      key === 'properties' ? propertiesOf(each as object) : forClients(each, ['anyOf', 'items'].includes(key) ? name : ''),
    ]),
  );
  const format = formatOf(name);
  const isText = [schema['type']].flat().includes('string');
  return format && isText && !['format', 'enum', 'const'].some((key) => key in schema) ? { ...schema, format } : schema;
}

const propertiesOf = (properties: object): object =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, forClients(schema, name)]));

export function openApiDocument(): object {
  const components = nameComponents();
  const paths: Record<string, Record<string, object>> = {};
  for (const [tag, , module] of modules) {
    for (const [name, route] of routesOf(module)) {
      const path = `/api${route.path.replaceAll(/:(\w+)/g, '{$1}')}`;
      (paths[path] ??= {})[route.method.toLowerCase()] = operation({ name, tag, route, components });
    }
  }
  components.add('Problem', components.schemaOf(Problem, 'output'), 'An error response in the format of RFC 9457.');
  return {
    openapi: '3.1.0',
    info: {
      title: productTitle,
      version: '1',
      description: 'The HTTP API of the farm-management software. Generated from src/contract by `npm run openapi`.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Whoever runs the server' },
    },
    servers: [{ url: '/', description: 'The server that this document came from' }],
    tags: modules
      .flatMap(([name, , , description]) => (description === undefined ? [] : [{ name, description }]))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    paths: forClients(paths),
    webhooks: webhooks(components.schemaOf(HookMessage, 'output')),
    components: {
      schemas: forClients(components.all()),
      headers,
      responses: {
        Refused: {
          description: 'Refused; the code says why',
          headers: headersOf('X-Request-Id'),
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
        RefusedForNow: {
          description: 'Refused for now; the code says why',
          headers: headersOf('X-Request-Id', 'Retry-After'),
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'session',
          description: 'The cookie set by signing in or registering.',
        },
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key (`bw_…`) of a farm on the Enterprise plan. It has its scopes, limited to the current rights of the member who created it. At most 600 requests a minute.',
        },
      },
    },
  };
}

const routesOf = (module: object): [string, Route][] =>
  Object.entries(module as Record<string, unknown>).flatMap(([name, value]) =>
    name.endsWith('Routes') ? Object.entries<Route>(value as RouteTable) : [],
  );

interface Converted {
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly properties: { readonly root: JsonSchema };
}

interface Components {
  /** Refers to exported schemas of the contract by $ref instead of repeating them. */
  readonly schemaOf: (type: z.ZodType, io: 'input' | 'output') => JsonSchema;
  readonly add: (name: string, schema: JsonSchema, description?: string) => void;
  readonly all: () => Readonly<Record<string, JsonSchema>>;
}

interface Variant {
  readonly kind: string;
  readonly schema: z.core.$ZodType;
}

function variantsOf(union: unknown): readonly Variant[] {
  if (!(union instanceof z.ZodDiscriminatedUnion)) return [];
  const { options, discriminator } = union.def;
  return options.flatMap((schema) => {
    const kind = schema instanceof z.ZodObject && schema.shape[discriminator];
    return kind instanceof z.ZodLiteral ? [{ kind: String(kind.value), schema }] : [];
  });
}

/**
 * Every exported schema of the contract becomes a component of its name, each kind of a union one of its own; the request variant of one
 * that differs gets the suffix Input.
 */
function nameComponents(): Components {
  const found = new Map<string, JsonSchema>();
  const docsOf = new Map<string, Docs>();
  const registry = z.registry<{ id: string }>();
  for (const [, file, module] of modules) {
    for (const [name, value] of Object.entries(module)) {
      if (!(value instanceof z.ZodType) || !/^[A-Z]/.test(name)) continue;
      registry.add(value, { id: name });
      docsOf.set(name, readDocs(file, name));
      for (const { kind, schema } of variantsOf(value)) {
        const id = name + capitalized(kind);
        registry.add(schema, { id });
        docsOf.set(id, { fields: readDocs(file, name).fields });
      }
    }
  }
  const add = (name: string, schema: JsonSchema, description?: string): void => {
    const { id: _, $schema: _version, ...rest } = schema;
    const example = examples[name];
    found.set(name, { ...(description && { description }), ...rest, ...(example && { examples: [example] }) });
  };
  const convert = (type: z.ZodType, io: 'input' | 'output'): Converted =>
    z.toJSONSchema(z.object({ root: type }), {
      io,
      unrepresentable: 'any',
      metadata: registry,
      override: ({ zodSchema, jsonSchema }) => {
        const { description } = z.globalRegistry.get(zodSchema) ?? {};
        Object.assign(jsonSchema, description && { description }, unrepresented(zodSchema, jsonSchema), discriminator(zodSchema));
      },
    }) as unknown as Converted;
  const discriminator = (schema: z.core.$ZodTypes): object | undefined =>
    schema instanceof z.ZodDiscriminatedUnion
      ? {
          discriminator: {
            propertyName: schema.def.discriminator,
            mapping: Object.fromEntries(
              variantsOf(schema).map(({ kind, schema: variant }) => [kind, `#/$defs/${registry.get(variant)?.id}`]),
            ),
          },
        }
      : undefined;
  const schemaOf = (type: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    const { $defs = {}, properties } = convert(type, io);
    const named = (name: string): string => (io === 'input' && differs(name, $defs[name]) ? `${name}Input` : name);
    const withNames = (schema: JsonSchema): JsonSchema =>
      JSON.parse(
        JSON.stringify(schema).replaceAll(/"#\/\$defs\/(\w+)"/g, (_, name: string) => `"#/components/schemas/${named(name)}"`),
      ) as JsonSchema;
    for (const [name, schema] of Object.entries($defs)) {
      const { description, fields = {} } = docsOf.get(name) ?? {};
      add(named(name), withDescriptions(withNames(schema), fields), description);
    }
    return withNames(properties.root);
  };
  const outputs = new Map(
    modules.flatMap(([, , module]) =>
      routesOf(module).flatMap(([, { reply }]) => Object.entries(convert(reply, 'output').$defs ?? {})),
    ),
  );
  const differs = (name: string, schema: JsonSchema | undefined): boolean =>
    outputs.has(name) && JSON.stringify(outputs.get(name)) !== JSON.stringify(schema);
  const all = (): Readonly<Record<string, JsonSchema>> =>
    Object.fromEntries([...found].toSorted(([a], [b]) => a.localeCompare(b)));
  return { schemaOf, add, all };
}

function withDescriptions(schema: JsonSchema, fields: Readonly<Record<string, string>>): JsonSchema {
  const properties = schema['properties'] as Record<string, JsonSchema> | undefined;
  if (!properties) return schema;
  const described = Object.entries(properties).map(([name, property]) => {
    const description = fields[name];
    return [name, description === undefined ? property : { description, ...property }];
  });
  return { ...schema, properties: Object.fromEntries(described) as unknown };
}

/** Whether a key with the right scope may call it. */
const isForKeys = ({ access, needs, personal }: Route): boolean =>
  access === 'farm' && !personal && scopes.some((scope) => scope === needs);

function securityOf(route: Route): object[] {
  if (route.access === 'public') return [];
  return [{ session: [] }, ...(isForKeys(route) ? [{ key: [] }] : [])];
}

const describeAccess = (route: Route): string => {
  const { access, needs } = route;
  return [
    isForKeys(route)
      ? 'Needs a session or an API key; it reads and writes the farm of that session or key alone.'
      : accessDescriptions[access],
    ...(needs ? [`Needs the right '${needs}', which these roles have: ${rolesWith(needs).join(', ')}.`] : []),
    ...(needs && isForKeys(route) ? [`An API key needs the scope '${needs}'.`] : []),
    ...(route.byPassword ? ['A session opened with a PIN cannot call it.'] : []),
  ].join(' ');
};

interface Operation {
  readonly name: string;
  readonly tag: string;
  readonly route: Route;
  readonly components: Components;
}

function operation({ name, tag, route, components }: Operation): object {
  return {
    operationId: name,
    tags: [tag],
    summary: route.summary,
    description: `${route.summary}. ${describeAccess(route)}`,
    'x-access': route.access,
    ...(route.needs && { 'x-needs': route.needs }),
    security: securityOf(route),
    parameters: [
      ...parameters('path', route.params, components),
      ...parameters('query', route.query, components),
      ...(route.offline ? [operationId] : []),
    ],
    ...requestBody(route, components),
    responses: {
      [route.status ?? 200]: {
        description: 'Success',
        headers: headersOf(...headersOfSuccess(route)),
        content: successContent(route, components),
      },
      ...(isConditional(route) && {
        304: {
          description: route.notModified ?? 'Unchanged since the ETag named in If-None-Match',
          headers: headersOf('X-Request-Id', 'ETag'),
        },
      }),
      ...refusals(route),
    },
  };
}

const operationId = {
  name: 'Operation-Id',
  in: 'header',
  required: false,
  description: 'An id made by the caller: the same call with the same id, by this route or by `POST /api/sync`, is done once',
  schema: { type: 'string', format: 'uuid' },
};

const parameterDescriptions: Readonly<Record<string, string>> = {
  id: 'The id of the record',
  limit: 'The maximum number of results; if there are more, the Link header or the reply refers to the next page',
  since: 'The `to` of the previous reply; without it, all records',
  epoch: 'The `epoch` of the previous reply',
  cursor: 'The start of the page, from the Link header of the previous one',
  search: 'Words that must all match',
  species: 'Only goats or only sheep',
  minPrice: 'In the currency of the installation',
  maxPrice: 'In the currency of the installation',
  sort: 'The order',
  verdict: 'Only rows with this verdict',
  remarked: 'Only rows with remarks',
  format: 'The kind of file',
  sheet: 'The sheet in a .csv file',
  from: 'The first day, yyyy-MM-dd',
  to: 'The last day, yyyy-MM-dd',
};

const successContent = ({ download, reply }: Route, { schemaOf }: Components): object =>
  download
    ? Object.fromEntries(
        download.map((type) => [type, { schema: { type: 'string', ...(!type.startsWith('text/') && { format: 'binary' }) } }]),
      )
    : { 'application/json': { schema: schemaOf(reply, 'output') } };

function parameters(where: 'path' | 'query', object: z.ZodObject | undefined, { schemaOf }: Components): object[] {
  return Object.entries(object?.shape ?? {}).map(([name, type]) => ({
    name,
    in: where,
    required: where === 'path',
    description: parameterDescriptions[name] ?? name,
    schema: schemaOf(type as z.ZodType, 'input'),
  }));
}

function requestBody({ body, file }: Route, { schemaOf }: Components): object {
  if (file) {
    const fields = { type: 'object', properties: { [file.field]: { type: 'string', format: 'binary' } }, required: [file.field] };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: fields } } } };
  }
  return body ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } } } : {};
}

const headers = {
  'X-Request-Id': { description: 'The number of the request in the log of the server', schema: { type: 'string' } },
  ETag: { description: 'Send it as If-None-Match to be answered 304 while nothing has changed', schema: { type: 'string' } },
  Link: { description: 'The next page, as `<…>; rel="next"`; missing on the last one', schema: { type: 'string' } },
  'Retry-After': { description: 'The number of seconds after which to try again', schema: { type: 'integer' } },
} as const;

const headersOf = (...names: readonly (keyof typeof headers)[]): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const isConditional = ({ byRevision, notModified }: Route): boolean => byRevision === true || notModified !== undefined;

const headersOfSuccess = (route: Route): readonly (keyof typeof headers)[] => [
  'X-Request-Id',
  ...(isConditional(route) ? (['ETag'] as const) : []),
  ...(route.query && 'cursor' in route.query.shape ? (['Link'] as const) : []),
];

/** A text that is cleaned is answered as text, and a day has its format. */
function unrepresented(schema: z.core.$ZodTypes, converted: object): object {
  const { format, type } = (z.globalRegistry.get(schema) ?? {}) as { format?: string; type?: string | string[] };
  const { def } = schema as unknown as { def: z.core.$ZodTypes['_zod']['def'] };
  const isEmpty = Object.keys(converted).length === 0;
  const read = isEmpty && def.type === 'pipe' ? z.toJSONSchema(def.in, { io: 'input', unrepresentable: 'any' }) : {};
  const { $schema: _, ...known } = read as Record<string, unknown>;
  return { ...known, ...(format && { format }), ...(type && isEmpty && { type }) };
}

function refusals(route: Route): object {
  const codes: ReadonlySet<ErrorCode> = new Set([
    ...(route.access === 'public' ? [] : (['session.required'] as const)),
    ...(route.access === 'admin' ? (['role.forbidden'] as const) : []),
    ...(route.access === 'farm' ? (['access.role'] as const) : []),
    ...(addsRecords(route) ? (['farm.full'] as const) : []),
    ...(isForKeys(route) ? (['keys.invalid', 'keys.expired', 'plan.not_included', 'request.too_many'] as const) : []),
    ...(route.errors ?? []),
    ...commonErrors,
  ]);
  const byStatus = Object.entries(Object.groupBy(codes, (code) => errors[code][0]));
  const refused = { $ref: '#/components/responses/Refused' };
  return Object.fromEntries(
    byStatus.map(([status, group]) => [
      status,
      {
        ...(['429', '503'].includes(status) ? { $ref: '#/components/responses/RefusedForNow' } : refused),
        description: (group ?? []).join(', '),
      },
    ]),
  );
}
