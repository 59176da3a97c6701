// @module-tag long
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, type Api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { backgroundJobs } from '#server/background.ts';
import { listSemaphores } from '#server/concurrency/semaphore.ts';
import { buildArchive, archivedFarm } from '#test/archives.ts';
import { describeOnEachEngine, type TestServer } from '#test/engines.ts';
import { testPicture } from '#test/pictures.ts';
import { pathFor, sampleInput, seedFarm, type SeededFarm } from '#test/samples.ts';
import { multipartRequest } from '#test/raw-connection.ts';
import { isLongRun, seed } from '#test/long-run.ts';

const farms = 4;
/** One farm asks for more than any share, the others for a little. */
const connectionsOf = (farmIndex: number): number => (farmIndex === 0 ? 20 : 4);

/** Where in its request a client may disconnect: after which share of it, and after how long. */
const stages = [
  { name: 'after the head', share: 0, ms: 20 },
  { name: 'in the middle of the body', share: 0.5, ms: 20 },
  { name: 'as soon as all is sent', share: 1, ms: 0 },
  { name: 'while it waits or runs', share: 1, ms: 60 },
] as const;

const files: Partial<Record<keyof Api, () => Promise<Uint8Array>>> = {
  uploadImage: () => testPicture(400, 300).as('png'),
  addImport: async () => Buffer.from(`Tag,Sex,Species,Notes\n${`S-1,F,sheep,${'x'.repeat(100)}\n`.repeat(500)}`),
  importArchive: () => buildArchive(archivedFarm()),
};

/** Queues that small farms do not fill, with the test that does, or the reason why there is none. */
const filledElsewhere = new Map([
  ['backups', 'here, but PostgreSQL is backed up with its own tools'],
  ['database_connections', 'src/server/db/shares.test.ts'],
  ['database_snapshots', 'src/server/db/shares.test.ts'],
  ['database_writes', 'src/server/db/shares.test.ts'],
  ['downloads', 'test/downloads.test.ts'],
  ['large_json_requests', 'full with 17 farms; the place is given back with that in large_json_bodies'],
  ['large_pictures', 'test/attacks/long/pixel-bombs.test.ts'],
  ['long_answers', 'here on PostgreSQL; on SQLite a small list is written in one turn'],
  ['trials', 'the pedigrees of small farms are computed in one step'],
  ['readers_sqlite', 'a task is one short read, which ends by itself whoever has left'],
  ['readers_postgres', 'as for readers_sqlite'],
]);

const log: { level: number; msg: string }[] = [];
const logTo = { write: (line: string) => void log.push(JSON.parse(line) as never) };

describeOnEachEngine(
  'every queue',
  (server) => {
    // Files pass the most queues.
    const more = isLongRun ? 1 + (seed % 3) : 0;
    const routeNames = (Object.keys(api) as (keyof Api)[]).filter(
      (name, at) => (api[name] as Route).file || at % 4 === 0 || at % 4 === more,
    );
    let port: number;
    let people: SeededFarm[] = [];
    const sockets = new Set<Socket>();
    beforeAll(async () => {
      port = Number(new URL(await server().app.listen({ port: 0, host: '127.0.0.1' })).port);
      people = await settle(server());
    });
    afterAll(() => sockets.forEach((socket) => socket.destroy()));

    /** Some requests end the session or the account, after which new accounts are needed. */
    const settle = (at: TestServer): Promise<SeededFarm[]> =>
      Promise.all(Array.from({ length: farms }, async () => seedFarm(await at.register({ plan: 'enterprise', isAdmin: true }))));

    const replaceIfGone = async (): Promise<void> => {
      const visits = await Promise.all(people.map(({ person }) => person.send({ method: 'GET', url: '/api/auth/me' })));
      if (visits.some(({ statusCode }) => statusCode !== 200)) people = await settle(server());
    };

    async function ask(name: keyof Api, who: SeededFarm): Promise<{ head: string; body: Uint8Array }> {
      const route: Route = api[name];
      const { params, body } = sampleInput(route, { ...who, ids: { ...who.ids, 'for-sale': who.kid } });
      const path = pathFor(route, params);
      const cookie = [...who.person.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
      if (route.file) {
        const content = await files[name]?.();
        if (!content) throw new Error(`Say in test/queues.test.ts what file ${name} takes`);
        const { head, tail } = multipartRequest(path, { field: route.file.field, bytes: content.length, cookie });
        return { head, body: Buffer.concat([content, Buffer.from(tail)]) };
      }
      const json = Buffer.from(
        body ? JSON.stringify({ ...body, unknown: 'x'.repeat(route.access === 'public' ? 0 : 20_000) }) : '',
      );
      const headers = body ? `Content-Type: application/json\r\nContent-Length: ${json.length}\r\n` : '';
      return { head: `${route.method} ${path} HTTP/1.1\r\nHost: farm\r\nCookie: ${cookie}\r\n${headers}\r\n`, body: json };
    }

    function open(...parts: (string | Uint8Array)[]): { socket: Socket; answered: Promise<string> } {
      const socket = connect(port, '127.0.0.1');
      sockets.add(socket);
      let answer = '';
      const answered = Promise.withResolvers<string>();
      socket.on('error', () => {});
      socket.on('data', (chunk) => {
        answer += String(chunk);
        answered.resolve(answer);
      });
      socket.once('close', () => {
        sockets.delete(socket);
        answered.resolve(answer);
      });
      for (const part of parts) if (part.length > 0) socket.write(part);
      return { socket, answered: answered.promise };
    }

    const expectEmpty = async (when: string): Promise<void> => {
      for (const queue of listSemaphores()) {
        const size = () => `${queue.name} ${when}: ${queue.size.running} run, ${queue.size.waiting} wait`;
        await expect.poll(size, { interval: 5 }).toBe(`${queue.name} ${when}: 0 run, 0 wait`);
      }
    };

    const waited = (): Map<string, number> => {
      const sums = new Map<string, number>();
      for (const { name, totals } of listSemaphores()) sums.set(name, (sums.get(name) ?? 0) + totals.waited);
      return sums;
    };

    test('releases every slot when clients disconnect, at every stage of every request and job', async () => {
      const before = waited();
      for (const name of routeNames) {
        for (const { name: stage, share, ms } of stages) {
          if (stage !== 'as soon as all is sent' && api[name].method === 'GET') continue;
          const opened: Socket[] = [];
          for (const [index, who] of people.entries()) {
            const { head, body } = await ask(name, who);
            for (let n = 0; n < connectionsOf(index); n += 1) {
              opened.push(open(head, body.subarray(0, Math.floor(body.length * share))).socket);
            }
          }
          await setTimeout(ms);
          for (const socket of opened) socket.destroy();
          await expectEmpty(`after ${name} was left ${stage}`);
        }
        // If nobody disconnects, this many uploads at once fill every queue that a file passes.
        if ((api[name] as Route).file) {
          const stayed = people.map(async (who) => {
            const { head, body } = await ask(name, who);
            const { socket, answered } = open(head, body);
            expect([name, await answered]).toEqual([name, expect.stringMatching(/^HTTP\/1\.1 2/)]);
            socket.destroy();
          });
          await Promise.all(stayed);
          await expectEmpty(`after ${name} was answered`);
        }
        await replaceIfGone();
        const { head, body } = await ask(name, people[0]!);
        const { socket, answered } = open(head, body);
        expect([name, await answered]).toEqual([name, expect.stringMatching(/^HTTP\/1\.1 (?:[234]|50[12])/)]);
        socket.destroy();
        await replaceIfGone();
      }
      // A background job has no client: it is aborted by the shutdown.
      for (const job of backgroundJobs) {
        const stopping = new AbortController();
        const runs = Array.from({ length: 3 }, () => job.run(server().app.deps, stopping.signal).catch(() => {}));
        await setTimeout(5);
        stopping.abort();
        await Promise.all(runs);
        await expectEmpty(`after the job ${job.name} was stopped`);
        await job.run(server().app.deps, new AbortController().signal);
      }
      // A queue that was never full proves nothing: a new one needs a request or a job here that fills it.
      const neverFull = [...waited()].filter(([name, count]) => count === (before.get(name) ?? 0)).map(([name]) => name);
      expect(neverFull.filter((name) => !filledElsewhere.has(name))).toEqual([]);
      expect(log.filter(({ level }) => level >= 50).map(({ msg }) => msg)).toEqual([]);
      if (server().engine === 'postgres') {
        const unfinished = sql`select state from pg_stat_activity where datname = current_database() and state like '%transaction%'`;
        expect((await unfinished.execute(server().db)).rows).toEqual([]);
      }
    });
  },
  { env: { LOG_LEVEL: 'info', BACKUPS: 'hourly' }, parts: { logTo }, hasPasswordQueue: true },
);
