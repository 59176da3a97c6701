import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';
import { animalsOfPapers } from '../baseline/index.ts';
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

  test('of 0.3.0 before papers named their animals learns them from what was printed', async () => {
    const { db, engine } = server();
    const person = await server().register();
    const own = {
      farm_id: person.farmId,
      kind: 'receipt',
      year: 2026,
      label: 'R-1',
      is_received: false,
      day: '2026-05-01',
      party: 'Ana',
    } as const;
    const content = JSON.stringify({ animals: [{ animalId: 'a' }, { animalId: 'b' }] });
    const rest = {
      animals: 2,
      tags: '1, 2',
      content,
      words: '',
      animal_ids: '[]',
      create_digest: '',
      created_at: '2026-05-01T08:00:00.000Z',
    };
    await db
      .insertInto('papers')
      .values({ ...own, ...rest, id: 'p' })
      .execute();
    const learns = async (takeStep: () => Promise<void>) => {
      await sql`alter table papers drop column animal_ids`.execute(db);
      await takeStep();
      const { animal_ids } = await db.selectFrom('papers').select('animal_ids').where('id', '=', 'p').executeTakeFirstOrThrow();
      expect(JSON.parse(animal_ids)).toEqual(['a', 'b']);
    };
    await learns(async () => {
      await sql`delete from kysely_migration where name like '0002%'`.execute(db);
      await migrate(db, engine);
    });
    if (engine === 'sqlite') return;
    await learns(async () => {
      for (const statement of animalsOfPapers(engine, true)) await sql.raw(statement).execute(db);
    });
  });
});

test('a step that was edited is another step', () => {
  const [one] = Object.keys(namedSteps({ '0002_a': () => ['create table a (id text)'] }));
  const [other] = Object.keys(namedSteps({ '0002_a': () => ['create table a (id text, b text)'] }));
  expect(one).not.toBe(other);
});
