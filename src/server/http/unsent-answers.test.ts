import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listSemaphores } from '#server/concurrency/semaphore.ts';
import { openTestServer } from '#test/engines.ts';

test('a client that takes none of its long answers is disconnected before they fill the memory, and others are served', async () => {
  const server = await openTestServer('sqlite');
  onTestFinished(() => server.close());
  const url = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }));
  const [many, other] = [await server.register({ plan: 'enterprise' }), await server.register()];
  const texts = { notes: '🐐'.repeat(2000), saleDescription: '🐐'.repeat(2000) };
  for (let n = 0; n < 64; n += 1) {
    await many.call('addAnimal', { body: { tagNumber: `A-${n}`, species: 'goat', sex: 'female', ...texts } });
  }
  const refused = () => listSemaphores().find(({ name }) => name === 'long_answers')?.totals.refused;
  const before = refused() ?? 0;
  const cookie = [...many.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const ask = `GET /api/animals HTTP/1.1\r\nHost: farm\r\nCookie: ${cookie}\r\n\r\n`;
  const bytes = JSON.stringify(await many.call('listAnimals')).length;
  expect(20 * 20 * bytes).toBeGreaterThan(2 * 64 * 1024 * 1024);
  for (let n = 0; n < 20; n += 1) {
    const socket = connect(Number(url.port), url.hostname).on('error', () => {});
    onTestFinished(() => void socket.destroy());
    socket.pause().write(ask.repeat(20));
  }
  await expect.poll(refused).toBeGreaterThan(before);
  expect(await other.call('listAnimals')).toEqual([]);
});
