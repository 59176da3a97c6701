import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sql } from 'kysely';
import { drillNewest } from '#server/backups/check-backup.ts';
import { makeBackup } from '#server/backups/make-backup.ts';
import { queueTasks } from '#server/tasks/tasks.queries.ts';
import { openPictures } from '#server/storage/open-store.ts';
import { describeOnEachEngine, openTestServer, engines } from '#test/engines.ts';

const token = 'a-token-of-24-characters';
const get = (url: string, headers: Record<string, string> = {}) => ({ method: 'GET' as const, url, headers });

describeOnEachEngine('the probes', (server) => {
  test('/metrics holds no id, no name and no address in any label', async () => {
    const farmer = await server().register({ plan: 'enterprise' });
    const { id } = await farmer.addAnimal({ tagNumber: 'SECRET-TAG' });
    await farmer.call('readAnimal', { params: { id } });
    await farmer.send(get('/no/such/page?token=abc'));
    await farmer.send(get(`/uploads/${id}.webp`));
    const { payload, headers } = await server().send(get('/metrics'));
    expect(headers['content-type']).toMatch(/^text\/plain/);
    for (const secret of [id, farmer.userId, farmer.farmId, farmer.username, 'SECRET-TAG', 'abc', '127.0.0.1'])
      expect(payload).not.toContain(secret);
    const counted = /request_duration_seconds_count\{method="GET",route="\/api\/animals\/:id",status="200"\} [1-9]/;
    const states = [/^bellwether_ready 1$/m, /^bellwether_database_up 1$/m, /^bellwether_outbox_mails\{state="failed"\} 0$/m];
    for (const line of [counted, ...states]) expect(payload).toMatch(line);
  });

  test('/metrics shows which background job failed, and not why', async () => {
    const { db, clock } = server();
    await queueTasks(db, 'job', [{ dedupe_key: 'sweep' }, { dedupe_key: 'mend' }], clock.now());
    await db.updateTable('tasks').set({ last_error: 'no broom' }).where('dedupe_key', '=', 'mend').execute();
    const { payload } = await server().send(get('/metrics'));
    expect(payload).toMatch(/^bellwether_job_failed\{job="sweep"\} 0$/m);
    expect(payload).toMatch(/^bellwether_job_failed\{job="mend"\} 1$/m);
    expect(payload).not.toContain('broom');
  });

  test('/metrics is for programs on this machine, not for requests that a proxy forwards', async () => {
    const ask = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
      (await server().app.inject({ ...get('/metrics', headers), remoteAddress })).statusCode;
    expect(await ask({})).toBe(200);
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

test.each(engines)('a server is alive and ready only while its database is there and up to date (%s)', async (engine) => {
  const server = await openTestServer(engine);
  const probe = async () => {
    expect((await server.send(get('/healthz'))).statusCode).toBe(200);
    const { statusCode, json, headers } = await server.send(get('/readyz'));
    return [statusCode, json(), headers['retry-after']];
  };
  expect(await probe()).toEqual([200, { status: 'ready' }, undefined]);
  await sql`update kysely_migration set name = 'x' || name`.execute(server.db);
  // The database is asked at most once a second.
  await expect.poll(probe).toEqual([503, { status: 'not ready', reasons: ['migrations'] }, '1']);
  await server.db.destroy();
  await expect.poll(probe).toEqual([503, { status: 'not ready', reasons: ['database'] }, '1']);
  const { statusCode, payload } = await server.send(get('/metrics'));
  expect(statusCode).toBe(200);
  expect(payload).toMatch(/^bellwether_database_up 0$/m);
  await server.close();
});

test('/metrics has the age of the newest backup and whether the last drill succeeded', async () => {
  const server = await openTestServer('sqlite');
  onTestFinished(() => server.close());
  const { config, clock } = server;
  const needs = { config, pictures: openPictures(config), now: clock.now };
  const numbers = async () => {
    const { payload } = await server.send(get('/metrics'));
    const read = (name: string) => Number(new RegExp(`^bellwether_${name} (\\S+)$`, 'm').exec(payload)?.[1]);
    return { age: read('backup_age_seconds'), drill: read('backup_drill_ok') };
  };
  expect(await numbers()).toEqual({ age: Number.NaN, drill: Number.NaN });
  const { database } = await makeBackup(needs);
  await drillNewest(needs);
  clock.advance({ hours: 2 });
  const { age, drill } = await numbers();
  expect([Math.round(age / 60), drill]).toEqual([120, 1]);
  writeFileSync(join(config.dataDir, 'backups', database.name), 'spoilt');
  await drillNewest(needs);
  // The state is cached for minutes.
  clock.advance({ minutes: 5 });
  expect((await numbers()).drill).toBe(0);
});
