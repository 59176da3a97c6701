import { vi } from 'vitest';

type Sent = [request: string, body: unknown];

/** Sorts the events that a query of them asks for from the others. */
const isAskedFor = ({ kind, animalId, day }: Record<string, string>, query: URLSearchParams): boolean =>
  (query
    .get('kind')
    ?.split(',')
    .includes(kind ?? '') ??
    true) &&
  (query.get('animalId') ?? animalId) === animalId &&
  (day ?? '') >= (query.get('from') ?? '');

/**
 * Answers what is read with these lists, by their paths, or else with an empty one, and what is written with `write`; a function is
 * called each time.
 * Returns what is written.
 */
export function fakeApi(
  reads: Readonly<Record<string, unknown>> = {},
  write: (request: string, body: never) => unknown = () => ({}),
): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://farm');
    const request = `${method} ${pathname}`;
    const isRead = method === 'GET' || method === 'HEAD';
    const content: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
    if (!isRead) sent.push([request, content]);
    const known = reads[pathname] ?? [];
    const read = typeof known === 'function' ? (known as () => unknown) : () => known;
    const answer = await (isRead ? read() : write(request, content as never));
    if (answer instanceof Response) return answer.clone();
    const isEvents = isRead && pathname === '/api/events' && Array.isArray(answer);
    return Response.json(isEvents ? answer.filter((event) => isAskedFor(event as never, searchParams)) : answer);
  });
  return sent;
}

/** What the server answers to what it does not do. */
export const refusal = (status: number, code: string, message = code, rest: object = {}): Response =>
  Response.json({ code, message, ...rest }, { status });
