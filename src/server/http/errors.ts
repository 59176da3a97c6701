import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { CallerGone } from '#server/concurrency/caller.ts';
import { primaryCode, sqliteBusy } from '#server/db/engines/sqlite-errors.ts';
import { plainHeaders } from './headers.ts';
import { Problem } from '#server/problem.ts';

export function answerErrors(app: FastifyInstance): void {
  const warnBusy = createBusyWarning();
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof CallerGone) {
      request.log.info('the caller closed the connection before the answer');
      return reply.code(499).send();
    }
    const problem = asProblem(error);
    if (problem === error && problem.code === 'server.busy') warnBusy(request);
    else if (problem.status >= 500) request.log.error({ err: error }, problem.code);
    return sendProblem(reply, problem);
  });
}

const busyWarningEveryMs = 10_000;

/** Rejecting excess requests is not a server error: the log sums them up, and metrics count each. */
function createBusyWarning(): (request: FastifyRequest) => void {
  let silentUntil = 0;
  let refused = 0;
  return ({ log, routeOptions: { url } }) => {
    refused += 1;
    if (performance.now() < silentUntil) return;
    log.warn({ route: url, refused }, 'requests were refused because the server is busy');
    silentUntil = performance.now() + busyWarningEveryMs;
    refused = 0;
  };
}

export const answerInvalidUrl =
  (config: Config) =>
  (_: FastifyError, { id }: FastifyRequest, reply: FastifyReply): void => {
    const headers = { ...plainHeaders(config), 'x-request-id': id, connection: 'close' };
    sendProblem(reply.headers(headers), new Problem('request.invalid'));
  };

const reasons = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' } as const;

/** Node has no request object for these, so the bytes are written here. */
export const answerMalformed =
  (config: Config) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const status = ({ ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 } as const)[error.code ?? ''] ?? 400;
    const requestId = randomUUID();
    const problem = new Problem(status === 408 ? 'request.too_slow' : 'request.invalid');
    const body = JSON.stringify({ ...problem.toJSON(), status, requestId });
    const headers = {
      ...plainHeaders(config),
      'content-type': 'application/problem+json',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'x-request-id': requestId,
      connection: 'close',
    };
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${reasons[status]}\r\n${head.join('')}\r\n${body}`);
    socket.destroy(error);
  };

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter));
  return reply
    .code(problem.status)
    .type('application/problem+json')
    .header('cache-control', 'no-store')
    .send(JSON.stringify({ ...problem.toJSON(), requestId: reply.request.id }));
}

export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return fromFastify(error as FastifyError) ?? fromSystemError(error as SystemError) ?? new Problem('server.failed');
}

function fromFastify({ code, statusCode }: FastifyError): Problem | undefined {
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem('request.not_json');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return new Problem('request.too_large');
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return new Problem('request.not_multipart');
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new Problem('request.invalid', { message: 'What was sent is not complete JSON. Check it and send it again.' });
    default:
      if (statusCode === 429) return new Problem('request.too_many', { retryAfter: 60 });
      return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? new Problem('request.invalid') : undefined;
  }
}

interface SystemError {
  readonly code?: unknown;
  readonly errcode?: unknown;
  readonly message?: unknown;
}

const sqliteIoError = 10;
const sqliteFull = 13;

// PostgreSQL's classes 57 (shutdown, start, cancelled statement), 08 (connection), 40 (deadlock, serialization), 25P03 (idle transaction)
// and 53300 (too many connections), and network errors.
const unavailableCodes =
  /^(?:57\w{3}|08\w{3}|40\w{3}|25P03|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const unavailableMessages =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client (?:has encountered a connection error|was closed))/;

function fromSystemError({ code, errcode, message }: SystemError): Problem | undefined {
  const kind = primaryCode(errcode);
  if (kind === sqliteFull || code === 'ENOSPC' || code === '53100') return new Problem('server.full');
  // A commit whose fsync failed may exist after the next start; only a retry can tell.
  if (kind === sqliteIoError) return new Problem('server.unsure');
  if (code === 'STORE_UNAVAILABLE') return new Problem('files.away', { retryAfter: 5 });
  if (kind === sqliteBusy) return new Problem('server.busy', { retryAfter: 1 });
  if (
    (typeof code === 'string' && unavailableCodes.test(code)) ||
    (typeof message === 'string' && unavailableMessages.test(message))
  ) {
    return new Problem('server.busy', { retryAfter: 1 });
  }
  return undefined;
}

const isDisconnect = ({ code, message }: SystemError): boolean =>
  code === '57P01' || code === 'ECONNRESET' || code === 'EPIPE' || message === 'Connection terminated unexpectedly';

/** Retries a read once when the connection broke, because the database was probably restarted; not after a timeout. */
export async function retryOnceIfDisconnected<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isDisconnect(error as SystemError)) throw error;
    return read();
  }
}
