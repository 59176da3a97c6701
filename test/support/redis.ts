import { setTimeout } from 'node:timers/promises';
import { createClient } from 'redis';
import { ensureInstalled, runGuarded } from './installed.ts';
import { freePort } from './postgres.ts';

export interface RedisServer {
  readonly url: string;
  /** From now on it takes commands and answers none, for so long. */
  hang(ms: number): Promise<void>;
  keys(): Promise<string[]>;
  stop(): Promise<void>;
}

/** A real Redis that keeps nothing on the disk; at the port of one that was stopped, or at one of its own. */
export async function startRedis(port?: number): Promise<RedisServer> {
  const program = await ensureInstalled('redis-server', 'redis-server');
  const at = port ?? (await freePort());
  const server = runGuarded(program, [
    '--port',
    String(at),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    '/tmp',
  ]);
  const url = `redis://127.0.0.1:${at}`;
  const open = () => createClient({ url, socket: { reconnectStrategy: false } });
  const ask = async <T>(work: (client: ReturnType<typeof open>) => Promise<T>): Promise<T> => {
    const client = open();
    client.on('error', () => {});
    await client.connect();
    try {
      return await work(client);
    } finally {
      client.destroy();
    }
  };
  for (let round = 0; ; round += 1) {
    try {
      await ask((client) => client.ping());
      break;
    } catch (error) {
      if (round === 200) throw error;
      await setTimeout(50);
    }
  }
  return {
    url,
    hang: async (ms) => void (await ask((client) => client.sendCommand(['CLIENT', 'PAUSE', String(ms), 'ALL']))),
    keys: () => ask((client) => client.keys('*')),
    stop: () => server.stop(),
  };
}
