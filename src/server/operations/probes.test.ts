import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { createDrain } from '#server/http/drain.ts';
import { describeOnEachEngine, openTestServer, engines } from '#test/engines.ts';
import { queueTasks } from '#server/tasks/tasks.queries.ts';
import { createMetrics } from './metrics.ts';

const token = 'a-token-of-24-characters';
const get = (url: string, headers: Record<string, string> = {}) => ({ method: 'GET' as const, url, headers });

describeOnEachEngine('the probes', (server) => {
  test('/healthz answers as long as the process lives, and /readyz when the database is up to date', async () => {
    const alive = await server().send(get('/healthz'));
    expect([alive.statusCode, alive.json(), alive.headers['cache-control']]).toEqual([200, { status: 'alive' }, 'no-store']);
    const ready = await server().send(get('/readyz'));
    expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready' }]);
  });

  test('/metrics shows which background job failed', async () => {
    const { db, clock } = server();
    await queueTasks(db, 'job', [{ dedupe_key: 'sweep' }, { dedupe_key: 'mend' }], clock.now());
    await db.updateTable('tasks').set({ last_error: 'no broom' }).where('dedupe_key', '=', 'mend').execute();
    const { payload } = await server().send(get('/metrics'));
    expect(payload).toMatch(/^bellwether_job_failed\{job="sweep"\} 0$/m);
    expect(payload).toMatch(/^bellwether_job_failed\{job="mend"\} 1$/m);
    expect(payload).not.toContain('broom');
  });

  test('/metrics holds no id, no name and no address in any label', async () => {
    const farmer = await server().register({ plan: 'enterprise' });
    const { id } = await farmer.addAnimal({ tagNumber: 'SECRET-TAG' });
    await farmer.call('readAnimal', { params: { id } });
    await farmer.send(get('/no/such/page?token=abc'));
    await farmer.send(get(`/uploads/${id}.webp`));
    const { payload, headers } = await server().send(get('/metrics'));
    expect(headers['content-type']).toMatch(/^text\/plain/);
    for (const secret of [id, farmer.userId, farmer.farmId, farmer.username, 'SECRET-TAG', 'abc', '127.0.0.1']) {
      expect(payload).not.toContain(secret);
    }
    expect(payload).toMatch(
      /bellwether_http_request_duration_seconds_count\{method="GET",route="\/api\/animals\/:id",status="200"\} [1-9]/,
    );
    expect(payload).toMatch(/_count\{method="GET",route="page",status="404"\} 1/);
    for (const line of [
      /^bellwether_ready 1$/m,
      /^bellwether_database_up 1$/m,
      /^bellwether_disk_bytes\{which="free"\} \d{6,}$/m,
      /^bellwether_outbox_mails\{state="waiting"\} \d+$/m,
      /^bellwether_outbox_mails\{state="failed"\} 0$/m,
      /^bellwether_http_connections \d+$/m,
    ]) {
      expect(payload).toMatch(line);
    }
  });

  test('/metrics has each total as a counter and everything else as a gauge or a histogram', async () => {
    const { payload } = await server().send(get('/metrics'));
    const ofProcess = await createMetrics({ ofProcess: true }).print();
    const types = [...(payload + ofProcess).matchAll(/^# TYPE bellwether_(\S+) (\w+)$/gm)].map(([, name = '', type]) => ({
      name,
      type,
    }));
    expect(types.length).toBeGreaterThan(10);
    expect(types.filter(({ name, type }) => name.endsWith('_total') !== (type === 'counter'))).toEqual([]);
  });

  test('security.txt names the address for questions once there is one, and the address for passwords leads to the settings', async () => {
    const visitor = server().visitor();
    expect((await visitor.send(get('/.well-known/security.txt'))).statusCode).toBe(404);
    const admin = await server().register({ isAdmin: true });
    await admin.call('changeSite', { body: { supportAddress: 'help@farm.example.org' } });
    const { payload, headers } = await visitor.send(get('/.well-known/security.txt'));
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(payload).toMatch(/^Contact: mailto:help@farm\.example\.org\nExpires: \d{4}-\d\d-\d\dT/);
    const moved = await visitor.send(get('/.well-known/change-password'));
    expect([moved.statusCode, moved.headers.location]).toEqual([302, '/settings']);
  });

  test('/metrics is for programs on this machine, not for requests that a proxy forwards', async () => {
    const ask = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
      (await server().app.inject({ ...get('/metrics', headers), remoteAddress })).statusCode;
    expect(await ask({})).toBe(200);
    expect(await ask({}, '::1')).toBe(200);
    expect(await ask({}, '::ffff:127.0.0.1')).toBe(200);
    expect(await ask({}, '10.0.0.7')).toBe(404);
    expect(await ask({ host: 'farm.example.org' })).toBe(404);
    for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']) expect(await ask({ [header]: '1' })).toBe(404);
  });
});

test('/metrics with a configured token needs it, from any address (ASVS 8.2.1)', async () => {
  const server = await openTestServer('sqlite', { env: { METRICS_TOKEN: token } });
  const ask = async (authorization?: string) =>
    (await server.app.inject({ ...get('/metrics', authorization ? { authorization } : {}), remoteAddress: '10.0.0.7' }))
      .statusCode;
  expect(await ask(`Bearer ${token}`)).toBe(200);
  for (const wrong of [undefined, token, `Bearer ${token}x`, `Basic ${token}`]) expect(await ask(wrong)).toBe(404);
  await server.close();
});

test.each(engines)('/readyz is 503 while a table of this program is missing (%s)', async (engine) => {
  const server = await openTestServer(engine);
  await sql`delete from kysely_migration where name like '0001!_%' escape '!'`.execute(server.db);
  const answer = await server.send(get('/readyz'));
  expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'not ready', reasons: ['migrations'] }]);
  expect((await server.send(get('/healthz'))).statusCode).toBe(200);
  await server.close();
});

test.each(engines)('without its database a server is alive and not ready, which /metrics shows (%s)', async (engine) => {
  const server = await openTestServer(engine);
  await server.register();
  await server.db.destroy();
  const answer = await server.send(get('/readyz'));
  expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'not ready', reasons: ['database'] }]);
  expect(answer.headers['retry-after']).toBe('1');
  expect((await server.send(get('/healthz'))).statusCode).toBe(200);
  const { statusCode, payload } = await server.send(get('/metrics'));
  expect(statusCode).toBe(200);
  expect(payload).toMatch(/^bellwether_database_up 0$/m);
  await server.close();
});

test('a draining server is alive and not ready, and rejects everything else', async () => {
  const drain = createDrain();
  const server = await openTestServer('sqlite', { parts: { drain } });
  const farmer = await server.register();
  drain.begin();
  expect((await farmer.send(get('/readyz'))).json()).toEqual({ status: 'not ready', reasons: ['draining'] });
  expect((await farmer.send(get('/healthz'))).statusCode).toBe(200);
  expect((await farmer.send(get('/metrics'))).payload).toMatch(/^bellwether_ready 0$/m);
  const { statusCode, headers, json } = await farmer.send(get('/api/animals'));
  expect(statusCode).toBe(503);
  expect(headers).toMatchObject({ connection: 'close', 'retry-after': '1', 'x-content-type-options': 'nosniff' });
  expect(headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(json()).toMatchObject({ code: 'server.busy', requestId: headers['x-request-id'] });
  await server.close();
});

test('statements are counted by kind, never by their text', async () => {
  const metrics = createMetrics();
  const event = (kind: string, level: 'query' | 'error') =>
    ({ level, query: { query: { kind }, sql: 'select 1', parameters: ['x'] }, queryDurationMillis: 12 }) as never;
  metrics.query(event('SelectQueryNode', 'query'));
  metrics.query(event('InsertQueryNode', 'error'));
  metrics.query(event('RawNode', 'query'));
  const text = await metrics.print();
  expect(text).toContain('bellwether_database_query_duration_seconds_count{kind="select",outcome="ok"} 1');
  expect(text).toContain('{kind="insert",outcome="failed"} 1');
  expect(text).toContain('{kind="raw",outcome="ok"} 1');
});
