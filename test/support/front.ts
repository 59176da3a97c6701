import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';

const built = join(import.meta.dirname, '../../build/web');

export interface Front {
  readonly url: string;
  /** How requests are handled; undefined forwards all. */
  answer: ((path: string) => 'forward' | 'portal' | 'cut' | 'hang') | undefined;
  /** The server has been upgraded: every asset has another name, and the old names are gone. */
  isUpgraded: boolean;
  stop(): Promise<void>;
}

export const portalTitle = 'Welcome to the guest network';
const portal = `<!doctype html><title>${portalTitle}</title><h1>${portalTitle}</h1>`;

/** A proxy between the browser and the product that simulates a captive portal, a bad connection, or an upgrade. */
export async function startFront(origin: string): Promise<Front> {
  const upgrade = upgradeOf();
  const front = { url: '', answer: undefined as Front['answer'], isUpgraded: false };
  const server = createServer((incoming, outgoing) => {
    const answer = front.answer?.(incoming.url ?? '/') ?? 'forward';
    if (answer === 'cut') outgoing.destroy();
    if (answer === 'portal') outgoing.setHeader('content-type', 'text/html').end(portal);
    if (answer === 'forward')
      forward(origin, incoming, outgoing, front.isUpgraded ? upgrade : undefined).catch(() => outgoing.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  front.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(front, {
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  });
}

interface Upgrade {
  readonly oldPath: (path: string) => string | undefined;
  readonly rewrite: (text: string) => string;
}

const mark = '.second';
const withMark = (name: string): string => name.replace(/(\.\w+)$/, `${mark}$1`);

function upgradeOf(): Upgrade {
  const names = globSync('assets/*', { cwd: built })
    .filter((file) => !/\.(?:br|gz)$/.test(file))
    .map((file) => basename(file));
  const anyName = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  return {
    oldPath: (path) => (!path.startsWith('/assets/') ? path : path.includes(mark) ? path.replace(mark, '') : undefined),
    rewrite: (text) => text.replaceAll(anyName, withMark),
  };
}

async function forward(origin: string, incoming: IncomingMessage, outgoing: ServerResponse, upgrade?: Upgrade): Promise<void> {
  const path = upgrade ? upgrade.oldPath(incoming.url ?? '/') : incoming.url;
  if (path === undefined) return void outgoing.writeHead(404).end();
  const body = await buffer(incoming);
  const { status, headers, content } = await ask(origin, path, incoming, body);
  if (!upgrade || !/javascript|css|html/.test(headers['content-type'] ?? '')) {
    outgoing.writeHead(status, headers).end(content);
    return;
  }
  let text = upgrade.rewrite(content.toString());
  if (path === '/sw.js')
    text = await renewDigests(text, async (file) => {
      const asked = await ask(origin, upgrade.oldPath(file) ?? file, incoming, Buffer.alloc(0));
      return /javascript|css|html/.test(asked.headers['content-type'] ?? '')
        ? Buffer.from(upgrade.rewrite(asked.content.toString()))
        : asked.content;
    });
  delete headers['content-length'];
  outgoing.writeHead(status, headers).end(text);
}

async function renewDigests(worker: string, read: (path: string) => Promise<Buffer>): Promise<string> {
  let text = worker.replace(/version:`([^`]+)`/, `version:\`$1${mark}\``);
  for (const [entry, path = ''] of worker.matchAll(/\[`(\/[^`]+)`,`sha256-[^`]+`\]/g)) {
    const digest = createHash('sha256')
      .update(await read(path))
      .digest('base64');
    text = text.replace(entry, `[\`${path}\`,\`sha256-${digest}\`]`);
  }
  return text;
}

function ask(origin: string, path: string, { method, headers }: IncomingMessage, body: Buffer) {
  return new Promise<{ status: number; headers: IncomingMessage['headers']; content: Buffer }>((resolve, reject) => {
    const asked = { ...headers, 'accept-encoding': 'identity' };
    // The digests are those of whole files.
    delete asked['if-none-match'];
    delete asked['if-modified-since'];
    const outgoing = request(new URL(path, origin), { method, headers: asked }, (answer) => {
      buffer(answer).then((content) => resolve({ status: answer.statusCode ?? 500, headers: answer.headers, content }), reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
