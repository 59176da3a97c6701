import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';
import { migrate, namedSteps } from './migrate.ts';

describeOnEachEngine({ name: 'a database', usually: 'both' }, (server) => {
  test('of a development build is refused with a sentence that says what to do', async () => {
    const { db, engine } = server();
    for (const step of ['0057_product_photo', '0001_baseline-0123456789ab']) {
      await sql`insert into kysely_migration (name, timestamp) values (${step}, '2100-01-01')`.execute(db);
      await expect(migrate(db, engine)).rejects.toThrow(/a development build.*download the archives of its farms/);
      await sql`delete from kysely_migration where name = ${step}`.execute(db);
    }
  });
});

test('a step that was edited is another step', () => {
  const [one] = Object.keys(namedSteps({ '0002_a': () => ['create table a (id text)'] }));
  const [other] = Object.keys(namedSteps({ '0002_a': () => ['create table a (id text, b text)'] }));
  expect(one).not.toBe(other);
});
