import { resolve } from 'node:path';
import { createApp } from './app.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { openDatabase } from './db/connect.ts';
import { migrate } from './db/migrate.ts';

const drainMs = 10_000;

try {
  await start(readConfig(process.env));
} catch (error) {
  // A sentence for the operator; the stack only where nobody foresaw the failure.
  const isForeseen = error instanceof ConfigError || (error as { code?: string }).code === 'EADDRINUSE';
  console.error(isForeseen ? sentence(error as Error & { code?: string }) : error);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  const { db, engine } = openDatabase(config);
  await migrate(db, engine);
  const app = await createApp({ db, config, webDir: resolve(import.meta.dirname, '../../build/web') });
  await app.listen({ port: config.port, host: config.host });
  const { port } = app.server.address() as { port: number };
  console.log(`Ready at ${config.publicUrl ?? `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${port}`}`);

  const stop = async (): Promise<void> => {
    setTimeout(() => process.exit(1), drainMs).unref();
    await app.close();
    await db.destroy();
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop());
  process.once('SIGINT', () => void stop());
}

function sentence(error: Error & { code?: string }): string {
  if (error.code === 'EADDRINUSE') return `The port is taken by another program. Stop it, or choose another with PORT=3001.`;
  return `The configuration is not right:\n${error.message}`;
}
