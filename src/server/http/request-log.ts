import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface RequestOutcome {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** Never logs the address itself, which may contain a token. */
export function logRequests(app: FastifyInstance, count: (outcome: RequestOutcome) => void): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    const outcome = { method, route: routeOf(request), status: reply.statusCode, seconds: reply.elapsedTime / 1000 };
    count(outcome);
    const isRead = method === 'GET' || method === 'HEAD';
    // Overload can reject thousands of requests a minute; errors.ts sums them up.
    const isQuiet = (outcome.status < 400 && isRead) || outcome.status === 503;
    request.log[isQuiet ? 'debug' : 'info'](
      { method, route: outcome.route, status: outcome.status, ms: Math.round(reply.elapsedTime), ...whoOf(request) },
      'answered',
    );
  });
}

function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined) return 'page';
  return /^\/(?:api|uploads|healthz|readyz|metrics)(?:\/|$)/.test(url) ? url : 'file';
}

function whoOf({ viewerContext }: FastifyRequest): { readonly userId?: string | undefined; readonly keyId?: string | undefined } {
  const { viewer, by } = (viewerContext ?? {}) as { viewer?: { userId?: string }; by?: { key?: string } };
  return by?.key === undefined ? { userId: viewer?.userId } : { keyId: by.key };
}

interface PlainError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly [key: string]: unknown;
}

/** PostgreSQL's `detail` is left out: it contains the whole failed row with the password hash (ASVS 16.2.5). */
export function plainError(error: unknown): PlainError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack ?? '',
    ...(code !== undefined && { code }),
    ...(errcode !== undefined && { errcode }),
    ...(error.cause !== undefined && { cause: plainError(error.cause) }),
  };
}
