import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestServer, type TestServer } from '#test/engines.ts';
import { Problem } from '#server/problem.ts';

let server: TestServer;
const lines: { level: number; msg: string; err?: object }[] = [];
beforeAll(async () => {
  const logTo = { write: (line: string) => void lines.push(JSON.parse(line) as never) };
  server = await openTestServer('sqlite', { env: { LOG_LEVEL: 'info' }, parts: { logTo } });
  vi.spyOn(server.app.deps.visits, 'hit').mockRejectedValue(new Problem('server.busy', { retryAfter: 2 }));
});
afterAll(() => {
  vi.restoreAllMocks();
  return server.close();
});

test('many requests refused within seconds because the server is busy make one line in the log, which is not an error', async () => {
  lines.length = 0;
  vi.spyOn(performance, 'now').mockReturnValue(0);
  for (let n = 0; n < 100; n += 1) {
    expect((await server.send({ method: 'GET', url: '/api/for-sale' })).statusCode).toBe(503);
  }
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([[40, 'requests were refused because the server is busy']]);
  expect(lines[0]).not.toHaveProperty('err');
  const metrics = await server.send({ method: 'GET', url: '/metrics', headers: { host: 'localhost' } });
  expect(metrics.payload).toMatch(
    /^bellwether_http_request_duration_seconds_count\{method="GET",route="\/api\/for-sale",status="503"\} 100$/m,
  );
});
