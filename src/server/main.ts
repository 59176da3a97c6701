import { resolve } from 'node:path';
import { offerSetup } from './accounts/setup.service.ts';
import { createApp } from './app.ts';
import { backgroundJobs } from './background.ts';
import { readConfig, type Config } from './config.ts';
import { openDatabase } from './db/connect.ts';
import { migrate } from './db/migrate.ts';
import { startJobs } from './jobs/job-runner.ts';
import { startMailWorker, type MailWorker } from './mail/mail.worker.ts';
import { openPost } from './mail/post.ts';
import { cannotListen, operatorSentence } from './operator.ts';

const drainMs = 10_000;
/** More at once is an attack, which must not take the memory that everybody else needs. */
const mostConnections = 2000;

try {
  await start(readConfig(process.env));
} catch (error) {
  console.error(operatorSentence(error) ?? error);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  const { db, engine } = openDatabase(config);
  await migrate(db, engine);
  const now = (): Date => new Date();
  let mail: MailWorker | undefined;
  const app = await createApp({
    db,
    config,
    now,
    wakeMail: () => mail?.wake(),
    webDir: resolve(import.meta.dirname, '../../build/web'),
  });
  app.server.maxConnections = mostConnections;
  await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw cannotListen(error, config);
  });
  const { port } = app.server.address() as { port: number };
  const address = config.publicUrl ?? `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${port}`;
  console.log(`Ready at ${address}`);
  const setupToken = await offerSetup(db, now()).catch((error: unknown) => {
    // A full disk: what is there can still be read.
    app.log.error({ err: error }, 'the link for the first administrator could not be made');
    return undefined;
  });
  if (setupToken) {
    console.log(
      `There is no administrator yet. Whoever signs in or registers here becomes it:\n${address}/login?setup=${setupToken}`,
    );
  }

  mail = startMailWorker({ db, post: openPost(config), now, log: app.log });
  const jobs = startJobs(app.deps, backgroundJobs, app.log);

  const stop = async (): Promise<void> => {
    setTimeout(() => process.exit(1), drainMs).unref();
    const jobsStopped = jobs.stop();
    // A browser keeps its connection after the answer it was waiting for: closed as soon as nothing is asked on it.
    const hangUp = setInterval(() => app.server.closeIdleConnections(), 100);
    await app.close();
    clearInterval(hangUp);
    await jobsStopped;
    await mail.stop();
    await db.destroy();
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop());
  process.once('SIGINT', () => void stop());
}
