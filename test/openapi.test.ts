import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createConfig, lint } from '@redocly/openapi-core';
import { generateSource } from 'oazapfts';
import { describe, expect, test } from 'vitest';
import { Login, Registration } from '#contract/accounts.ts';
import { AnimalChange, NewAnimal } from '#contract/animals.ts';
import { NewBreedingRecord } from '#contract/breeding.ts';
import { NewHealthRecord } from '#contract/health.ts';
import { hookAdded, hookEvents } from '#domain/hooks.ts';
import { openTestServer } from '#test/engines.ts';
import { longTest } from '#test/long-run.ts';
import { openApiDocument } from '../scripts/openapi-document.ts';
import { examples } from '../scripts/openapi-examples.ts';

const root = resolve(import.meta.dirname, '..');

test('docs/openapi.json is what the contract says (npm run openapi writes it)', () => {
  expect(JSON.parse(readFileSync('docs/openapi.json', 'utf8'))).toEqual(openApiDocument());
});

test('docs/openapi.json is served to everybody as it is', async () => {
  const server = await openTestServer('sqlite');
  const { body, headers } = await server.send({ method: 'GET', url: '/api/openapi.json' });
  await server.close();
  expect(body).toBe(readFileSync('docs/openapi.json', 'utf8'));
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
});

const bodies = { Login, Registration, NewAnimal, AnimalChange, NewHealthRecord, NewBreedingRecord };

test('docs/openapi.json shows no example that would be refused', () => {
  expect(Object.keys(examples)).toEqual(Object.keys(bodies));
  for (const [name, body] of Object.entries(bodies)) expect(body.safeParse(examples[name]).error).toBeUndefined();
});

test('docs/openapi.json gives every field a type, closes no answer, and describes every message of a hook', () => {
  const { paths, components, webhooks } = openApiDocument() as {
    paths: object;
    components: { schemas: Record<string, unknown> };
    webhooks: Record<string, unknown>;
  };
  const untyped: string[] = [];
  const typing = ['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'const', 'enum'];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, each] of Object.entries(value)) {
      const isTyped = typing.some((key) => Object.hasOwn(each as object, key));
      if (path.endsWith('/properties') && !isTyped) untyped.push(`${path}/${name}`);
      visit(each, `${path}/${name}`);
    }
  };
  visit({ paths, components }, '');
  expect(untyped).toEqual([]);
  const text = JSON.stringify({ paths, components });
  expect(text).not.toContain('"additionalProperties":false');
  expect(text).not.toContain('9007199254740991');
  expect(text).not.toMatch(/"default":(?:null|false)/);
  expect(Object.keys(webhooks)).toEqual([hookAdded, ...hookEvents]);
  for (const [type, webhook] of Object.entries(webhooks)) {
    const kind = type.split('.')[0];
    const said = { properties: { type: { const: type }, data: { properties: { kind: { const: kind } } } } };
    const schema = { allOf: [{ $ref: '#/components/schemas/HookMessage' }, said] };
    expect(webhook).toMatchObject({ post: { requestBody: { content: { 'application/json': { schema } } } } });
  }
});

test('a list in a request has a greatest length, so that reading it takes no longer than it may', () => {
  const { paths, components } = openApiDocument() as { paths: object; components: { schemas: Record<string, object> } };
  const found = new Map<string, boolean>();
  const visit = (schema: unknown, path: string): void => {
    if (typeof schema !== 'object' || schema === null || found.has(path)) return;
    const { type, maxItems, $ref } = schema as Record<string, unknown>;
    if (type === 'array') found.set(path, typeof maxItems === 'number');
    const name = typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : '';
    if (name !== '' && !found.has(name)) {
      found.set(name, true);
      visit(components.schemas[name], `${name}/`);
    }
    for (const [key, each] of Object.entries(schema)) visit(each, `${path}/${key}`);
  };
  for (const [path, calls] of Object.entries(paths)) {
    for (const [method, { requestBody }] of Object.entries<{ requestBody?: object }>(calls))
      visit(requestBody, `${method} ${path}`);
  }
  expect(found.size).toBeGreaterThan(50);
  expect([...found].flatMap(([path, isBounded]) => (isBounded ? [] : [path]))).toEqual([]);
});

test('docs/openapi.json breaks no rule of the linter for OpenAPI', async () => {
  const problems = await lint({ ref: 'docs/openapi.json', config: await createConfig('extends: [recommended-strict]') });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
});

const program = `
import { addAnimal, currentUser, defaults, listAnimals, login, type Animal } from './client.ts';

const [url = '', username = '', password = ''] = process.argv.slice(2);
defaults.baseUrl = url;
const signedIn = await login({ username, password });
if (signedIn.status !== 200) throw new Error(signedIn.data.message);
defaults.headers = { cookie: signedIn.headers.getSetCookie().map((cookie) => cookie.split(';')[0]).join('; ') };
const me = await currentUser();
const added = await addAnimal({ id: crypto.randomUUID(), tagNumber: 'A-1', species: 'goat', sex: 'female', name: 'Bella' });
if (added.status !== 201) throw new Error(added.data.message);
const animal: Animal = added.data;
const list = await listAnimals();
if (list.status !== 200) throw new Error('The list was not answered');
console.log(JSON.stringify({ me: me.data, added: animal.name, list: list.data.map(({ tagNumber }) => tagNumber) }));
`;

/** `execFile` leaves the program's output out of the message of its error. */
const run = async (cwd: string, file: string, ...args: readonly string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(file, args, { cwd }).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${error.stdout}\n${error.stderr}`);
  });
  return stdout;
};

describe('a client generated from docs/openapi.json', () => {
  longTest('compiles, signs in, adds an animal and lists it', async () => {
    // Inside the project, where Node finds the packages that the client imports.
    mkdirSync(join(root, 'build'), { recursive: true });
    using temporary = mkdtempDisposableSync(join(root, 'build/openapi-client-'));
    const folder = temporary.path;
    writeFileSync(join(folder, 'client.ts'), await generateSource(join(root, 'docs/openapi.json')));
    writeFileSync(join(folder, 'program.ts'), program);
    const options =
      '--ignoreConfig --noEmit --strict --skipLibCheck --target esnext --module nodenext --types node --allowImportingTsExtensions';
    await run(folder, join(root, 'node_modules/.bin/tsc'), ...options.split(' '), 'program.ts');
    const server = await openTestServer('sqlite');
    try {
      const { username, password } = await server.register();
      const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
      const stdout = await run(folder, process.execPath, 'program.ts', url, username, password);
      expect(JSON.parse(stdout)).toMatchObject({ me: { username }, added: 'Bella', list: ['A-1'] });
    } finally {
      await server.close();
    }
  });
});
