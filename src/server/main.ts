import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { offerSetup } from './accounts/setup.service.ts';
import { createApp } from './app.ts';
import { backgroundJobs } from './background.ts';
import { readConfig, retiredSettings, type Config } from './config.ts';
import { bringUpToDate } from './db/engines/bring-up-to-date.ts';
import { openDatabase } from './db/engines/connect.ts';
import { lockDataFolder } from './db/engines/data-folder.ts';
import { endFillings } from './db/filling.ts';
import { createDrain } from './http/drain.ts';
import { shutDownGracefully } from './graceful-shutdown.ts';
import { startJobs, type JobRunner } from './jobs/job-runner.ts';
import { startMailWorker, type MailWorker } from './mail/mail.worker.ts';
import { openMailTransport } from './mail/mail-transport.ts';
import { watchDisk } from './operations/disk-space.ts';
import { ensureDatabaseIsThere } from './operations/lost-database.ts';
import { createMetrics } from './operations/metrics.ts';
import { describeRestore, startHeartbeat } from './operations/restored.ts';
import { cannotListen, operatorSentence } from './operator.ts';
import { onShutdownSignals } from './shutdown-signals.ts';

// The reader of the log may be gone (`npm start | head`) or its disk full; the server continues.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  const config = readConfig(process.env);
  for (const sentence of retiredSettings(process.env)) console.warn(sentence);
  await start(config);
} catch (error) {
  console.error(operatorSentence(error) ?? error);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  const now = (): Date => new Date();
  const dataFolderLock = config.databaseUrl === undefined ? lockDataFolder(config.dataDir) : undefined;
  await ensureDatabaseIsThere(config);
  const update = await bringUpToDate(config, now());
  if (update?.copy) console.log(`Updating the database from ${update.from} to ${update.to}. As it was it is in ${update.copy}`);

  const metrics = createMetrics({ ofProcess: true });
  const { db } = openDatabase(config, { onQuery: metrics.query });
  if (config.databaseUrl === undefined) await endFillings(db);
  for (const sentence of await describeRestore(db, config.dataDir, now())) console.log(sentence);
  const drain = createDrain();
  let mail: MailWorker | undefined;
  const app = await createApp({
    db,
    config,
    now,
    wakeMail: () => mail?.wake(),
    webDir: fileURLToPath(new URL('../../build/web', import.meta.url)),
    metrics,
    drain,
    logTo: process.stdout,
  });

  let jobs: JobRunner | undefined;
  let heartbeat: ReturnType<typeof startHeartbeat> | undefined;
  let exitCode = 0;
  let ending: Promise<void> | undefined;
  const stopEverything = async (): Promise<void> => {
    heartbeat?.stop();
    await shutDownGracefully({
      app,
      drain,
      stopWork: () => Promise.all([mail?.stop(), jobs?.stop()]),
      closeDatabase: () => db.destroy(),
    });
    dataFolderLock?.[Symbol.dispose]();
  };
  const end = (code: number): void => {
    exitCode = Math.max(exitCode, code);
    ending ??= stopEverything()
      .catch((error: unknown) => {
        app.log.error({ err: error }, 'the server could not be shut down in order');
        exitCode = 1;
      })
      .finally(() => process.exit(exitCode));
  };
  // Before the server listens, so that no request is ever cut off.
  onShutdownSignals({ shutDown: () => end(0), force: () => process.exit(1) });
  // After an unexpected error the state of the process is unknown: the service manager starts a new one (ASVS 16.5.4).
  process.on('uncaughtException', (error, origin) => {
    app.log.fatal({ err: error, origin }, 'something broke that nobody caught; the server ends');
    end(1);
  });

  const address = await listen(app, config);
  console.log(`Ready at ${address}`);
  await printSetupLink(app, address);
  if (ending !== undefined) return;

  mail = startMailWorker({ db, post: openMailTransport(config), now, log: app.log });
  jobs = startJobs(app.deps, backgroundJobs, app.log);
  watchDisk(config.dataDir, app.log);
  heartbeat = startHeartbeat(app.deps);
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw cannotListen(error, config);
  });
  const { port } = app.server.address() as { port: number };
  return config.publicUrl ?? `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${port}`;
}

async function printSetupLink({ deps: { db, now }, log }: FastifyInstance, address: string): Promise<void> {
  const setupToken = await offerSetup(db, now()).catch((error: unknown) => {
    // On a full disk the farms can still be read.
    log.error({ err: error }, 'the link for the first administrator could not be made');
    return undefined;
  });
  if (setupToken) {
    console.log(
      `There is no administrator yet. Whoever signs in or registers here becomes it:\n${address}/login?setup=${setupToken}`,
    );
  }
}
