import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';
import { migrate, namedSteps, SchemaError } from './migrate.ts';

describeOnEachEngine({ name: 'a database', usually: 'both' }, (server) => {
  const startWith = async (step: string): Promise<Error> => {
    const { db, engine } = server();
    await sql`insert into kysely_migration (name, timestamp) values (${step}, '2100-01-01')`.execute(db);
    const refusal: unknown = await migrate(db, engine).catch((error: unknown) => error);
    await sql`delete from kysely_migration where name = ${step}`.execute(db);
    expect(refusal).toBeInstanceOf(SchemaError);
    return refusal as Error;
  };

  test('that is up to date is not changed', async () => {
    const { db, engine } = server();
    const person = await server().register();
    await migrate(db, engine);
    expect(await person.call('currentUser')).toMatchObject({ username: person.username });
  });

  test('of a newer version is refused with a sentence that says what to do', async () => {
    expect((await startWith('9999_future-0123456789ab')).message).toMatch(/newer version of the program.*restore a backup/);
  });

  test('of a development build is refused with a sentence that says what to do', async () => {
    for (const step of ['0057_product_photo', '0001_baseline-0123456789ab']) {
      expect((await startWith(step)).message).toMatch(/a development build.*download the archives of its farms/);
    }
  });
});

test('a step that was edited is another step', () => {
  const [one] = Object.keys(namedSteps({ '0002_a': () => ['create table a (id text)'] }));
  const [other] = Object.keys(namedSteps({ '0002_a': () => ['create table a (id text, b text)'] }));
  expect(one).not.toBe(other);
});
