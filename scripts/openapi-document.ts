import { z } from 'zod';
import { commonErrors, errors, type ErrorCode } from '../src/contract/errors.ts';
import { api } from '../src/contract/index.ts';
import type { Route } from '../src/contract/route.ts';
import { productTitle } from '../src/domain/product.ts';

/** The contract table as OpenAPI 3.1, for people who write clients in another language. */
export function openApiDocument(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, route] of Object.entries<Route>(api)) {
    const path = `/api${route.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    (paths[path] ??= {})[route.method.toLowerCase()] = operation(name, route);
  }
  return {
    openapi: '3.1.0',
    info: { title: productTitle, version: '1', description: 'Generated from src/contract by `npm run openapi`.' },
    paths,
    components: {
      schemas: { Problem: schema(Problem, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
    },
  };
}

const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]),
  message: z.string().describe('A sentence for the person'),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

function operation(name: string, route: Route): object {
  return {
    operationId: name,
    summary: route.summary,
    'x-access': route.access,
    ...(route.access !== 'public' && { security: [{ session: [] }] }),
    parameters: [...parameters('path', route.params), ...parameters('query', route.query)],
    ...requestBody(route),
    responses: {
      [route.status ?? 200]: {
        description: 'Success',
        content: successContent(route),
      },
      ...(route.byRevision && { 304: { description: 'Unchanged since the ETag named in If-None-Match' } }),
      ...refusals(route),
    },
  };
}

const successContent = ({ download, reply }: Route): object =>
  download
    ? Object.fromEntries(download.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
    : { 'application/json': { schema: schema(reply, 'output') } };

function parameters(where: 'path' | 'query', object: z.ZodObject | undefined): object[] {
  return Object.entries(object?.shape ?? {}).map(([name, type]) => ({
    name,
    in: where,
    required: where === 'path',
    schema: schema(type as z.ZodType, 'input'),
  }));
}

function requestBody({ body, file }: Route): object {
  if (file) {
    const fields = { type: 'object', properties: { [file.field]: { type: 'string', format: 'binary' } }, required: [file.field] };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: fields } } } };
  }
  return body ? { requestBody: { required: true, content: { 'application/json': { schema: schema(body, 'input') } } } } : {};
}

function refusals(route: Route): object {
  const codes: readonly ErrorCode[] = [
    ...(route.access === 'public' ? [] : (['session.required'] as const)),
    ...(route.access === 'admin' ? (['role.forbidden'] as const) : []),
    ...(route.errors ?? []),
    ...commonErrors,
  ];
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  const byStatus = Object.entries(Object.groupBy(codes, (code) => errors[code][0]));
  return Object.fromEntries(byStatus.map(([status, group]) => [status, { description: (group ?? []).join(', '), content }]));
}

function schema(type: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(type, { io, unrepresentable: 'any' });
  return rest;
}
