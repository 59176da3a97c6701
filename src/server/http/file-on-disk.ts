import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import type { FileBody } from '#contract/route.ts';
import { unreadableForm } from './file-body.ts';
import { Problem } from './problem.ts';
import { createTurns } from './turns.ts';

/** A file of a form that was too large for memory. */
export interface FileOnDisk {
  readonly name: string;
  readonly path: string;
}

/** Few at once: together they must not fill the disk that the farms' own changes need. */
const inTurn = createTurns(2, 4);

/** Receives the one file of a multipart form into the data folder for `work`; afterwards it is gone. */
export const withFileOnDisk = <T>(
  request: FastifyRequest,
  expected: FileBody,
  work: (file: FileOnDisk) => Promise<T>,
): Promise<T> =>
  inTurn(async () => {
    if (!request.isMultipart()) throw new Problem('request.not_multipart');
    const folder = join(request.server.deps.config.dataDir, 'incoming');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await clearForgotten(folder);
    const path = join(folder, randomUUID());
    try {
      return await work({ name: await receive(request, expected, path), path });
    } finally {
      await rm(path, { force: true });
    }
  });

async function receive(request: FastifyRequest, expected: FileBody, path: string): Promise<string> {
  const { field, maxBytes } = expected;
  const tooLarge = new Problem(expected.tooLarge ?? 'request.too_large');
  let name: string | undefined;
  try {
    for await (const part of request.parts({
      limits: { fileSize: maxBytes, files: 1, fields: 10, parts: 11, fieldSize: 20_000 },
    })) {
      if (part.type === 'field') continue;
      part.file.once('limit', () => part.file.destroy(tooLarge));
      await pipeline(part.file, createWriteStream(path, { flags: 'w', mode: 0o600 }));
      if (part.file.truncated) throw tooLarge;
      if (part.fieldname === field && part.file.bytesRead > 0) name = part.filename ?? '';
    }
  } catch (error) {
    request.raw.unpipe().resume();
    throw unreadableForm(error, expected);
  }
  if (name === undefined) throw Problem.field(field, `Send one file in the field '${field}'.`);
  return name;
}

const dayMs = 86_400_000;

/** What a server that died in the middle has left. */
async function clearForgotten(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < Date.now() - dayMs) await rm(path, { force: true });
  }
}
