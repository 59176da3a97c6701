// @module-tag long
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { HttpVisitor } from '#test/http-visitor.ts';
import { useDataFolder } from '#test/product-folder.ts';
import { openRawConnection } from '#test/raw-connection.ts';

describe('a server process', () => {
  const { dataDir, start } = useDataFolder();
  const registered = async (url: string): Promise<HttpVisitor> => {
    const farmer = new HttpVisitor();
    await farmer.register(url);
    return farmer;
  };

  test('refuses the data folder of a running server, and takes it over once that server has ended or was killed', async () => {
    const first = await start();
    const farmer = await registered(first.url);
    await expect(start()).rejects.toThrow(/Another server is running on the data folder .* Stop it first/);
    expect((await farmer.addAnimal(first.url)).status).toBe(201);
    await first.kill();
    expect(await farmer.listAnimals((await start()).url)).toHaveLength(1);
  });

  test('waits for a server that is shutting down on the same folder, which leaves everything in one file', async () => {
    const first = await start();
    await registered(first.url);
    expect(readdirSync(dataDir())).toContain('bellwether.db-wal');
    const [next] = await Promise.all([start(), first.end('SIGTERM')]);
    expect((await fetch(`${next.url}/readyz`)).status).toBe(200);
    expect(await next.end('SIGTERM')).toBe(0);
    expect(readdirSync(dataDir()).filter((name) => name.startsWith('bellwether'))).toEqual(['bellwether.db']);
  });

  test('that gets SIGTERM accepts no new connection, and closes an open one after its current request', async () => {
    const product = await start();
    const { cookie } = await registered(product.url);
    const body = JSON.stringify({ tagNumber: 'A-1', species: 'goat', sex: 'female' });
    const busy = openRawConnection(product.url);
    const head = `Host: farm\r\nCookie: ${cookie}\r\n`;
    busy.send(`POST /api/animals HTTP/1.1\r\n${head}Content-Type: application/json\r\nExpect: 100-continue\r\n`);
    busy.send(`Content-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`);
    await expect.poll(() => busy.received()).toMatch(/^HTTP\/1\.1 100 /);
    const stopped = product.end('SIGTERM');
    const reached = () =>
      fetch(`${product.url}/healthz`)
        .then(({ ok }) => ok)
        .catch(() => 'refused');
    await expect.poll(reached).toBe('refused');
    // The second request is pipelined on the same connection.
    busy.send(`${body.slice(10)}GET /api/animals HTTP/1.1\r\n${head}\r\n`);
    const [, first = '', ...rest] = (await busy.closed).split(/(?=HTTP\/1\.1 )/);
    expect(first).toMatch(/^HTTP\/1\.1 201 /);
    expect(first).toMatch(/^connection: close\r$/im);
    expect(rest).toEqual([]);
    expect(await stopped).toBe(0);
  });

  test.each(['throws', 'rejects'])(
    'in which something %s that nobody catches logs it, shuts down and exits with 1 (ASVS 16.5.4)',
    async (how) => {
      const product = await start({ LOG_LEVEL: 'fatal', BREAKS: how }, ['./test/support/throw-on-signal.mjs']);
      await registered(product.url);
      expect(await product.end('SIGUSR2')).toBe(1);
      expect(product.output()).toMatch(/"level":60.*broken on purpose.*nobody caught/);
      expect(readdirSync(dataDir())).not.toContain('bellwether.db-wal');
    },
  );
});
