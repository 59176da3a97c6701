import { expect, test } from 'vitest';
import { assertPostgresVersion } from './postgres-version.ts';

test('PostgreSQL before 15 is refused with what to do', () => {
  for (const version of ['14.20', '9.6.24', '13.1 (Debian 13.1-1)', '']) {
    expect(() => assertPostgresVersion(version)).toThrow('Use PostgreSQL 15 or newer');
  }
  for (const version of ['15.0', '18.1 (Debian 18.1-1.pgdg13+2)', '19beta1']) assertPostgresVersion(version);
});
