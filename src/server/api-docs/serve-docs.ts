import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { docsStyle } from './docs-style.ts';
import { renderDocs, type ApiDocument } from './render-docs.ts';

/** Written by `npm run openapi`. */
const document = new URL('../../../docs/openapi.json', import.meta.url);

const policy = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * Serves the OpenAPI document and its HTML page. These routes are not in the contract, which they describe. Both are the same for every
 * visitor and change only with the version, so they are read and rendered once.
 */
export function serveDocs(app: FastifyInstance): void {
  let text: Promise<string> | undefined;
  let page: Promise<string> | undefined;
  const readText = (): Promise<string> => (text ??= readFile(document, 'utf8'));
  const drawPage = (): Promise<string> => (page ??= readText().then((json) => renderDocs(JSON.parse(json) as ApiDocument)));
  const send = (reply: FastifyReply, type: string, body: string): FastifyReply =>
    reply.header('cache-control', 'public, max-age=300').type(type).send(body);

  app.get('/api/openapi.json', async (_, reply) => send(reply, 'application/json; charset=utf-8', await readText()));
  app.get('/api/docs.css', async (_, reply) => send(reply, 'text/css; charset=utf-8', docsStyle));
  app.get('/api/docs', async (_, reply) => {
    const html = await drawPage();
    return send(reply.header('content-security-policy', policy), 'text/html; charset=utf-8', html);
  });
}
