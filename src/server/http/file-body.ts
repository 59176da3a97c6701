import type { MultipartFile } from '@fastify/multipart';
import type { FastifyError, FastifyRequest } from 'fastify';
import type { FileBody } from '#contract/route.ts';
import { Problem } from './problem.ts';

export interface ReceivedFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** The form's other fields, as text. */
  readonly fields: Readonly<Record<string, string>>;
}

/** All files that are being received or worked on in this process: many at once must not fill the machine's memory. */
const mostBytesInMemory = 128 * 1024 * 1024;
let bytesInMemory = 0;

/** Reads the one file of a multipart form into memory for `work`; its size is checked while it arrives. */
export async function withFile<T>(
  request: FastifyRequest,
  expected: FileBody,
  work: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new Problem('request.not_multipart');
  const held = { bytes: 0 };
  try {
    return await work(await receive(request, expected, held));
  } finally {
    bytesInMemory -= held.bytes;
  }
}

async function receive(request: FastifyRequest, expected: FileBody, held: { bytes: number }): Promise<ReceivedFile> {
  const { field, maxBytes } = expected;
  const tooLarge = new Problem(expected.tooLarge ?? 'request.too_large');
  let received: { name: string; bytes: Buffer } | undefined;
  const fields: Record<string, string> = {};
  try {
    for await (const part of request.parts({
      limits: { fileSize: maxBytes, files: 1, fields: 10, parts: 11, fieldSize: 20_000 },
    })) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') fields[part.fieldname] = part.value;
        continue;
      }
      // Else the rest of an endless file would have to arrive before it is refused.
      part.file.once('limit', () => part.file.destroy(tooLarge));
      const bytes = await collect(part, held);
      if (part.file.truncated) throw tooLarge;
      if (part.fieldname === field) received = { name: part.filename ?? '', bytes };
    }
  } catch (error) {
    // Whatever still arrives is let go: a browser reads the refusal only after it has sent everything, and a socket nobody reads stays open.
    request.raw.unpipe().resume();
    throw unreadableForm(error, expected);
  }
  if (!received || received.bytes.length === 0) throw Problem.field(field, `Send one file in the field '${field}'.`);
  return { ...received, fields };
}

async function collect({ file }: MultipartFile, held: { bytes: number }): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file as AsyncIterable<Buffer>) {
    if (bytesInMemory + chunk.length > mostBytesInMemory) throw new Problem('server.busy', { retryAfter: 5 });
    bytesInMemory += chunk.length;
    held.bytes += chunk.length;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The parser's complaints about a cut or malformed form carry no status. */
export function unreadableForm(error: unknown, { field }: FileBody): unknown {
  if (error instanceof Problem) return error;
  const { code, statusCode } = error as FastifyError;
  if (code === 'FST_FILES_LIMIT') return Problem.field(field, `Send one file in the field '${field}'.`);
  return statusCode === undefined ? new Problem('request.invalid', { message: 'The upload was cut off. Try again.' }) : error;
}
