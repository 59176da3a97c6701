import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';

describeOnEachEngine('the API documentation', (server) => {
  test('is public, as an OpenAPI document', async () => {
    const { body, headers } = await server().send({ method: 'GET', url: '/api/openapi.json' });
    expect(body).toBe(readFileSync('docs/openapi.json', 'utf8'));
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });
});
