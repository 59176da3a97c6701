import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import send from '@fastify/send';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor, type Encoding } from '#server/http/encoding.ts';
import { Problem } from '#server/problem.ts';

const extensions: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', identity: '' };

/** The files of the web part. No address names the page itself or a compressed form. */
export async function serveFiles(
  app: FastifyInstance,
  webDir: string,
  headersOf: (path: string) => Readonly<Record<string, string>>,
): Promise<void> {
  const root = resolve(webDir);
  const built = new Set([...namesIn(root), ...namesIn(join(root, 'assets')).map((name) => `assets/${name}`)]);

  const sendFile = async (path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!built.has(path) || isHidden(path)) throw new Problem('route.not_found');
    const accepted = encodingFor(request.headers['accept-encoding']);
    const encoding = built.has(path + extensions[accepted]) ? accepted : 'identity';
    const options = { root, index: false, contentType: false, cacheControl: false };
    const file = await send(request.raw, encodeURI(path + extensions[encoding]), options);
    if (file.type === 'error' && file.statusCode !== 404) throw file.metadata.error;
    if (file.type !== 'file') throw new Problem('route.not_found');
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply
      .code(file.statusCode)
      .headers({ ...file.headers, ...headersOf(path), 'content-type': typeOf(path), vary: 'accept-encoding' })
      .send(file.stream);
  };

  // One route for the whole folder: one for each of its hundreds of files took a quarter of what the server allocates to start.
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) =>
    sendFile(`assets/${request.params.name}`, request, reply),
  );
  for (const path of built)
    if (!path.includes('/') && !isHidden(path)) app.get(`/${path}`, (request, reply) => sendFile(path, request, reply));
}

const namesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
        .map(({ name }) => name)
    : [];

const isHidden = (path: string): boolean => path === 'index.html' || /\.(?:br|gz)$/.test(path);

function typeOf(path: string): string {
  const type = send.mime.getType(path) ?? 'application/octet-stream';
  return send.isUtf8MimeType(type) ? `${type}; charset=utf-8` : type;
}
