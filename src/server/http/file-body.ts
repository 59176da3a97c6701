import type { FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

export interface ReceivedFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** The form's other fields, as text. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Reads the one file of a multipart form into memory; the size is checked while it arrives. */
export async function receiveFile(
  request: FastifyRequest,
  { field, maxBytes }: { field: string; maxBytes: number },
): Promise<ReceivedFile> {
  if (!request.isMultipart()) throw new Problem('request.not_multipart');
  let received: { name: string; bytes: Buffer } | undefined;
  const fields: Record<string, string> = {};
  for await (const part of request.parts({
    limits: { fileSize: maxBytes, files: 1, fields: 10, parts: 11, fieldSize: 20_000 },
  })) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[part.fieldname] = part.value;
      continue;
    }
    const bytes = await part.toBuffer();
    if (part.fieldname !== field) throw Problem.field(field, `Send one file in the field '${field}'.`);
    received = { name: part.filename, bytes };
  }
  if (!received || received.bytes.length === 0) throw Problem.field(field, `Send one file in the field '${field}'.`);
  return { ...received, fields };
}
