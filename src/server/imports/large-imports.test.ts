// @module-tag long
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recordLongestTurn } from '#test/event-loop.ts';
import { describeOnEachEngine, engines, openTestServer, type TestServer, type Person } from '#test/engines.ts';
import { answer, apply, stage, undo } from '#test/imports.ts';
import { isLongRun, sampledDescribe } from '#test/long-run.ts';
import { completeFields } from '#domain/records/animal-values.ts';
import { newAnimalRow } from '../animals/animal-fields.ts';
import { insertRows } from '../db/insert-rows.ts';
import { endFillings } from '../db/filling.ts';
import { inFarmTransaction } from '../db/transaction.ts';
import { endUnfinishedFillings } from '../operations/unfinished-fillings.ts';

const numbered = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i + 1));

const fileOf = (rows: number): string =>
  `Tag,Sex,Species,Dam,Notes\n${numbered(rows, (n) => `${n},F,goat,${n > 1 ? n >> 1 : ''},number ${n}`).join('\n')}`;

const countAnimals = async ({ db }: TestServer, { farmId }: Person): Promise<number> => {
  const { count } = await db
    .selectFrom('animals')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('farm_id', '=', farmId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

sampledDescribe(engines)('a large import (%s)', (engine) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await openTestServer(engine);
  });
  afterEach(() => server.close());
  const farmer = () => server.register({ plan: 'enterprise' });
  const rows = isLongRun ? 10_000 : 3000;
  const fewer = isLongRun ? 3000 : 1200;

  test('is applied and undone as a whole while other requests read and write', async () => {
    const [person, other] = [await farmer(), await farmer()];
    const { id, dryRun } = await stage(person, fileOf(rows));
    expect(dryRun?.counts.ready).toBe(rows);
    const over = new AbortController();
    let written = 0;
    const bystander = (async () => {
      for (; !over.signal.aborted; written += 1) {
        await other.addAnimal({ tagNumber: `N${written}` });
        await setTimeout(5);
      }
    })();
    await recordLongestTurn(`applying ${rows} rows`, async () =>
      expect(await apply(person, id)).toMatchObject({ state: 'applied', applied: { counts: { ready: rows } } }),
    );
    const writtenMeanwhile = written;
    expect(await countAnimals(server, person)).toBe(rows);
    await recordLongestTurn(`undoing ${rows} rows`, async () =>
      expect((await undo(person, id)).undone).toMatchObject({ removed: rows, keptCount: 0 }),
    );
    expect(await countAnimals(server, person)).toBe(0);
    over.abort();
    await bystander;
    expect(writtenMeanwhile).toBeGreaterThan(5);
    expect(written).toBeGreaterThan(writtenMeanwhile + 5);
  });

  test('that fails in the middle leaves nothing behind, and can be tried again', async () => {
    const person = await farmer();
    const { id: animalId } = await person.addAnimal({ tagNumber: '7', notes: 'mine' });
    const before = [{ id: animalId, notes: 'mine' }];
    const { id } = await stage(person, fileOf(fewer));
    const mend = await trigger(server, 'insert', 'animals', sql`new.tag_number = ${sql.lit(String(fewer - 500))}`);
    await expect(apply(person, id)).rejects.toMatchObject({ code: 'server.failed' });
    expect(await person.call('listAnimals')).toMatchObject(before);
    expect(await countAnimals(server, person)).toBe(1);
    expect(await person.call('readImport', { params: { id } })).toMatchObject({ state: 'staged', applied: null, progress: null });
    await mend();
    expect(await apply(person, id)).toMatchObject({ applied: { counts: { ready: fewer - 1, changed: 1 } } });
    expect(await countAnimals(server, person)).toBe(fewer);
    expect((await undo(person, id)).undone).toMatchObject({ removed: fewer - 1, restored: 1, keptCount: 0 });
    expect(await person.call('listAnimals')).toMatchObject(before);
  });

  test('of tasks is undone in parts; an undo whose server fails is finished by another one, which keeps nothing for it', async () => {
    const person = await farmer();
    const { id } = await stage(person, `Date,Task,Place\n${numbered(600, (n) => `2027-01-02,Task ${n},`).join('\n')}`);
    await apply(person, id);
    expect(await person.call('listChores')).toHaveLength(600);
    const place = await person.call('addPlace', { body: { name: 'Hill' } });
    await server.db
      .updateTable('places')
      .set({ create_digest: `import ${id}` })
      .where('id', '=', place.id)
      .execute();
    const mend = await trigger(server, 'update', 'imports', sql`new.state = 'undone'`);
    await expect(undo(person, id)).rejects.toMatchObject({ code: 'server.failed' });
    await mend();
    await endFillings(server.db);
    await endUnfinishedFillings(server.app.deps);
    expect((await person.call('readImport', { params: { id } })).undone).toMatchObject({
      recorded: { place: 1 },
      recordsKept: 0,
    });
    expect(await person.call('listChores')).toEqual([]);
    expect(await person.call('listPlaces')).toMatchObject([{ archivedAt: expect.any(String) as string }]);
  });

  test('is applied and undone although other members of the farm never stop writing', async () => {
    const person = await farmer();
    const { id } = await stage(person, fileOf(2000));
    const over = new AbortController();
    let added = 0;
    const colleague = (async () => {
      for (; !over.signal.aborted; added += 1) await person.addAnimal({ tagNumber: `N${added}` });
    })();
    expect(await apply(person, id)).toMatchObject({ state: 'applied', applied: { counts: { ready: 2000 } } });
    expect((await undo(person, id)).undone).toMatchObject({ removed: 2000, keptCount: 0 });
    over.abort();
    await colleague;
    expect(await countAnimals(server, person)).toBe(added);
  });
});

/** Makes the database fail in the middle. Resolves with a function that repairs it. */
async function trigger(
  { db, engine }: Pick<TestServer, 'db' | 'engine'>,
  event: 'insert' | 'update',
  table: string,
  condition: ReturnType<typeof sql>,
): Promise<() => Promise<void>> {
  const run = (text: string) => sql.raw(text).execute(db);
  const on = `create trigger fault before ${event} on ${table}`;
  const when = condition.compile(db).sql;
  if (engine === 'sqlite') {
    await run(`${on} when ${when} begin select raise(abort, 'fault'); end`);
    return async () => void (await run('drop trigger fault'));
  }
  await run("create function fault() returns trigger language plpgsql as 'begin raise exception ''fault''; end'");
  await run(`${on} for each row when (${when}) execute function fault()`);
  return async () => {
    await run(`drop trigger fault on ${table}`);
    await run('drop function fault()');
  };
}

describeOnEachEngine('a hostile import', (server) => {
  const now = new Date().toISOString();

  async function withMothers(count: number): Promise<Person> {
    const person = await server().register({ plan: 'enterprise' });
    const rows = numbered(count, (n) =>
      newAnimalRow(
        uuidv7(),
        {
          ...completeFields({ tagNumber: 'X', species: 'goat', sex: 'female' } as never),
          isReference: true,
          birthYear: 1990 + (n % 20),
        },
        { createDigest: '', now },
      ),
    );
    await inFarmTransaction(server().db, person.farmId, (tx) => insertRows(tx, person.farmId, 'animals', rows));
    return person;
  }
  // The rows are planned in a thread without the database, so the full number on one engine is enough.
  const mothers = (): number => (server().engine === 'sqlite' ? (isLongRun ? 20_000 : 10_000) : 1000);
  const fileOfDaughters = (count: number): string =>
    `Tag,Species,Sex,Mother,Mother's age\n${numbered(count, (n) => `${n},goat,F,X,${n % 9}`).join('\n')}`;

  test('with thousands of rows that name one mother, of whom there are as many, is planned', async () => {
    const person = await withMothers(mothers());
    await recordLongestTurn('planning rows of one mother', async () => {
      const { dryRun, id } = await stage(person, fileOfDaughters(mothers()));
      await answer(person, id, { wrongParents: 'without' });
      expect(dryRun?.counts.ready).toBe(mothers());
    });
  });
});
