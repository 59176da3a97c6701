import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file that is made while it is sent. */
export interface Download {
  /** Letters, digits, dots and dashes only. */
  readonly fileName: string;
  readonly mediaType: string;
  readonly body: Readable;
}

/** To be kept, not shown: whatever is in it, no browser takes it for a page. */
export const sendDownload = (reply: FastifyReply, { fileName, mediaType, body }: Download): FastifyReply =>
  reply
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .type(mediaType)
    .send(body);
