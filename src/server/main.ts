import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { offerSetup } from './accounts/setup.service.ts';
import { createApp } from './app.ts';
import { backgroundJobs } from './background.ts';
import { readConfig, type Config } from './config.ts';
import { bringUpToDate } from './db/bring-up-to-date.ts';
import { openDatabase } from './db/connect.ts';
import { holdDataFolder } from './db/data-folder.ts';
import { createDrain } from './http/drain.ts';
import { watchLag } from './http/overload.ts';
import { startJobs } from './jobs/job-runner.ts';
import { leave } from './leave.ts';
import { startMailWorker, type MailWorker } from './mail/mail.worker.ts';
import { openPost } from './mail/post.ts';
import { createDiskWatch } from './operations/disk-space.ts';
import { createMetrics } from './operations/metrics.ts';
import { cannotListen, operatorSentence } from './operator.ts';

/** More at once is an attack, which must not take the memory that everybody else needs. */
const mostConnections = 2000;
const minuteMs = 60_000;

try {
  await start(readConfig(process.env));
} catch (error) {
  console.error(operatorSentence(error) ?? error);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  const now = (): Date => new Date();
  // Several servers may share a PostgreSQL; the embedded database has one.
  const held = config.databaseUrl === undefined ? holdDataFolder(config.dataDir) : undefined;
  const update = await bringUpToDate(config, now());
  if (update?.copy) console.log(`Updating the database from ${update.from} to ${update.to}. As it was it is in ${update.copy}`);

  const metrics = createMetrics({ ofProcess: true });
  const { db } = openDatabase(config, { onQuery: metrics.query });
  const { lagMs } = watchLag();
  const drain = createDrain();
  let mail: MailWorker | undefined;
  const app = await createApp({
    db,
    config,
    now,
    wakeMail: () => mail?.wake(),
    webDir: fileURLToPath(new URL('../../build/web', import.meta.url)),
    metrics,
    lagMs,
    drain,
  });
  app.server.maxConnections = mostConnections;
  const address = await listen(app, config);
  console.log(`Ready at ${address}`);
  await printSetupLink(app, address);

  mail = startMailWorker({ db, post: openPost(config), now, log: app.log });
  const jobs = startJobs(app.deps, backgroundJobs, app.log);
  const lookAtDisk = createDiskWatch({ folder: config.dataDir, log: app.log });
  const diskTimer = setInterval(() => void lookAtDisk(now()), minuteMs);

  let isLeaving = false;
  const end = async (exitCode: number): Promise<void> => {
    // Whatever breaks on the way out does not keep us.
    if (isLeaving) process.exit(1);
    isLeaving = true;
    clearInterval(diskTimer);
    await leave({ app, drain, stopWork: () => Promise.all([mail.stop(), jobs.stop()]), closeDatabase: () => db.destroy() });
    held?.[Symbol.dispose]();
    process.exit(exitCode);
  };
  process.once('SIGTERM', () => void end(0));
  process.once('SIGINT', () => void end(0));
  // Nobody foresaw it, so nobody knows what is still true in here: whoever watches over the process starts a fresh one (ASVS 16.5.4).
  process.on('uncaughtException', (error, origin) => {
    app.log.fatal({ err: error, origin }, 'something broke that nobody caught; the server ends');
    void end(1);
  });
  // Last: it may write for a while, and whoever stops us meanwhile is heard.
  await lookAtDisk(now());
}

/** The answer is the address to be told to people. */
async function listen(app: FastifyInstance, config: Config): Promise<string> {
  await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw cannotListen(error, config);
  });
  const { port } = app.server.address() as { port: number };
  return config.publicUrl ?? `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${port}`;
}

async function printSetupLink({ deps: { db, now }, log }: FastifyInstance, address: string): Promise<void> {
  const setupToken = await offerSetup(db, now()).catch((error: unknown) => {
    // A full disk: what is there can still be read.
    log.error({ err: error }, 'the link for the first administrator could not be made');
    return undefined;
  });
  if (setupToken) {
    console.log(
      `There is no administrator yet. Whoever signs in or registers here becomes it:\n${address}/login?setup=${setupToken}`,
    );
  }
}
