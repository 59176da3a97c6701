import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyError, FastifyRequest } from 'fastify';
import type { FileBody } from '#contract/route.ts';
import { Problem } from '#server/problem.ts';

export interface ReceivedForm {
  readonly name: string;
  readonly fields: Readonly<Record<string, string>>;
}

const maxFields = 10;
const maxFieldBytes = 20_000;
/** What a form holds in memory besides its file. */
export const formBytes = maxFields * maxFieldBytes;

export async function receiveForm(
  request: FastifyRequest,
  expected: FileBody,
  signal: AbortSignal,
  save: (content: Readable) => Promise<number>,
): Promise<ReceivedForm> {
  const { field, maxBytes } = expected;
  const tooLarge = new Problem(expected.tooLarge ?? 'request.too_large');
  let name: string | undefined;
  const fields: Record<string, string> = {};
  try {
    // Spreads forms that waited in the queue over several iterations of the event loop.
    await setImmediate();
    signal.throwIfAborted();
    const limits = { fileSize: maxBytes, files: 1, fields: maxFields, parts: maxFields + 1, fieldSize: maxFieldBytes };
    for await (const part of untilAborted(request.parts({ limits }), signal)) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') fields[part.fieldname] = part.value;
        continue;
      }
      // Otherwise an endless file would have to arrive completely before it is rejected.
      part.file.once('limit', () => part.file.destroy(tooLarge));
      const bytes = await save(part.file);
      if (part.file.truncated) throw tooLarge;
      if (part.fieldname === field && bytes > 0) name = part.filename ?? '';
    }
  } catch (error) {
    // Browsers read a response only after they have sent everything, and an unread socket stays open.
    request.raw.unpipe().resume();
    throw signal.aborted ? signal.reason : unreadableForm(error, expected);
  }
  if (name === undefined) throw Problem.field(field, noFile);
  return { name, fields };
}

const noFile = 'There is nothing in this file. Choose another one.';

async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => {});
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = iterator.next();
      next.catch(() => {});
      const { value, done } = await Promise.race([next, aborted.promise]);
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function unreadableForm(error: unknown, { field }: FileBody): unknown {
  if (error instanceof Problem) return error;
  const { code, statusCode } = error as FastifyError;
  if (code === 'FST_FILES_LIMIT') return Problem.field(field, 'Choose one file at a time.');
  return statusCode === undefined ? new Problem('request.invalid', { message: 'The upload was cut off. Try again.' }) : error;
}
