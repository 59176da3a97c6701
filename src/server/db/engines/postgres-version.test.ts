import { expect, test } from 'vitest';
import { openTestServer } from '#test/engines.ts';
import { longTest } from '#test/long-run.ts';
import { assertPostgresVersion, readPostgresVersion } from './postgres-version.ts';

test.each(['14.20', '9.6.24', '13.1 (Debian 13.1-1)', ''])('PostgreSQL %s is refused with what to do', (version) => {
  expect(() => assertPostgresVersion(version)).toThrow('Use PostgreSQL 15 or newer');
});

test.each(['15.0', '18.1 (Debian 18.1-1.pgdg13+2)', '19beta1'])('PostgreSQL %s is taken', (version) => {
  expect(() => assertPostgresVersion(version)).not.toThrow();
});

longTest('the version is read from the server', async () => {
  const server = await openTestServer('postgres');
  expect(await readPostgresVersion(server.db)).toMatch(/^\d+/);
  await server.close();
});
