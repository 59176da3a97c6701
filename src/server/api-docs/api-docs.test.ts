import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { describeOnEachEngine } from '#test/engines.ts';
import { renderDocs, type ApiDocument } from './render-docs.ts';

const text = readFileSync('docs/openapi.json', 'utf8');
const html = renderDocs(JSON.parse(text) as ApiDocument);
const all = (pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([, found = '']) => found);

test('the API page has each call and each schema once, and no broken links', () => {
  const ids = all(/ id="([^"]+)"/g);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Object.keys(api).filter((name) => !ids.includes(name))).toEqual([]);
  const targets = all(/href="#([^"]+)"/g);
  expect(targets.length).toBeGreaterThan(200);
  expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
});

test('the API page escapes text', () => {
  const nasty = '<img src=x onerror=alert(1)> & "it"';
  const page = renderDocs({
    info: { title: nasty },
    tags: [{ name: nasty, description: nasty }],
    paths: {
      [`/${nasty}`]: { get: { operationId: nasty, tags: [nasty], summary: nasty, responses: { 200: { description: nasty } } } },
    },
    components: { schemas: { [nasty]: { type: 'object', properties: { [nasty]: { enum: [nasty] } } } }, securitySchemes: {} },
  });
  expect(page).not.toContain('<img');
  expect(page.match(/onerror/g)?.length).toBeGreaterThan(8);
});

describeOnEachEngine('the API documentation', (server) => {
  const read = (url: string) => server().visitor().send({ method: 'GET', url });

  test('is public, as the document and as a page without scripts that loads only its own style', async () => {
    const [document, page, style] = [await read('/api/openapi.json'), await read('/api/docs'), await read('/api/docs.css')];
    expect(document.body).toBe(text);
    expect(page.body).toBe(html);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self';/);
    expect(page.body).not.toMatch(/<script|<style|style=|<img|src=/);
    expect([...page.body.matchAll(/href="(?!#)([^"]+)"/g)].map(([, address]) => address)).toEqual([
      '/api/docs.css',
      '/api/openapi.json',
    ]);
    expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
  });
});
