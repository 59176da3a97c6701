import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

/** Written by `npm run openapi`. */
const document = new URL('../../../docs/openapi.json', import.meta.url);

/** Serves the OpenAPI document. This route is not in the contract, which it describes. */
export function serveDocs(app: FastifyInstance): void {
  let text: Promise<string> | undefined;
  app.get('/api/openapi.json', async (_, reply) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .type('application/json; charset=utf-8')
      .send(await (text ??= readFile(document, 'utf8'))),
  );
}
