import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { hourMs } from '#server/time-after.ts';
import { describeOnEachEngine, newPostgresDatabase, type TestServer } from '#test/engines.ts';
import { everyListing } from '#test/listing-filters.ts';
import { openDatabase, type Db } from './connect.ts';
import { CurrentListings, purgeOldListingChanges } from './current-listings.ts';

const herd = [
  { tagNumber: 'T-00180', name: 'Bella', breed: 'Boer', salePrice: 100 },
  { tagNumber: 'T-00181', name: 'Zoë Müller', breed: 'Boer', salePrice: 200 },
  { tagNumber: 'T-01018', name: 'BELLADONNA', breed: 'Nigerian Dwarf', salePrice: 300 },
  { tagNumber: 'Ñ-180', name: 'Bel “Canto”', breed: 'boer x kiko', salePrice: 400 },
  { tagNumber: 'X 180', name: null, breed: null, salePrice: 500 },
  { tagNumber: 'bo-er', name: 'oer boe', breed: 'Łowicka 🐑', salePrice: 600 },
];

const stock = async (server: TestServer) => {
  const farmer = await server.register({ plan: 'enterprise' });
  await farmer.call('changeProfile', { body: { farmName: 'Château Bel Air' } });
  for (const animal of herd) {
    await farmer.call('addAnimal', { body: { ...animal, species: 'goat', sex: 'female', forSale: true } });
  }
  return farmer;
};

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase();

/** The expected result, computed without an index. */
const isFound = ({ tagNumber, name, breed }: (typeof herd)[number], search: string) => {
  const words = fold([tagNumber, name, breed, 'Château Bel Air'].join(' ')).split(' ');
  const has = (asked: string) =>
    words.some((word) => (Array.from(asked).length < 3 ? word.startsWith(asked) : word.includes(asked)));
  return fold(search).split(' ').every(has);
};

const searches = [
  'boer',
  'BOER T-0018',
  't-0',
  'boe oer',
  'bo',
  'b',
  'bel',
  'bella zoe',
  'zoë',
  'zoe',
  'Muller boer',
  'müller 181',
  'ñ-1',
  'n-180',
  '180',
  '180 chateau',
  'château belladonna',
  'air 018',
  '“canto”',
  'canto”',
  'łow',
  '🐑',
  'x 180',
  'nothing here',
  'boer nothing',
];

describeOnEachEngine({ name: 'the marketplace in memory', usually: 'both' }, (server) => {
  const tags = async (current: CurrentListings, db: Db, search: string) => {
    const places = (await current.read()).search({ ...everyListing, words: search.split(' ') });
    const rows = await db.selectFrom('listings').select(['position', 'tag_number']).execute();
    const tagOf = new Map(rows.map((row) => [row.position, row.tag_number]));
    return places.map(({ position }) => tagOf.get(position));
  };

  test('finds words in any position, with or without accents, and sees writes once they are committed', async () => {
    const { db } = server();
    const before = new CurrentListings(db);
    await before.read();
    const { farmId } = await stock(server());
    const expectAll = async () => {
      for (const search of searches) {
        const expected = herd.filter((animal) => isFound(animal, search)).map(({ tagNumber }) => tagNumber);
        for (const current of [before, new CurrentListings(db)])
          expect([search, await tags(current, db, search)]).toEqual([search, expected.toReversed()]);
      }
    };
    await expectAll();
    const rename = (name: string) => ({ name });
    await db
      .transaction()
      .execute(async (tx) => {
        await tx.updateTable('animals').set(rename('Nothing here')).where('farm_id', '=', farmId).execute();
        throw new Error('taken back');
      })
      .catch(() => {});
    await expectAll();
    const [first] = await db.selectFrom('animals').select('id').where('tag_number', '=', 'T-00180').execute();
    await db
      .updateTable('animals')
      .set(rename('Nothing here'))
      .where('id', '=', first?.id ?? '')
      .execute();
    expect(await tags(before, db, 'nothing here')).toEqual(['T-00180']);
    expect(await tags(before, db, 'bella')).toEqual(['T-01018']);
    await db.updateTable('animals').set({ for_sale: false }).where('farm_id', '=', farmId).execute();
    expect(await tags(before, db, 'boer')).toEqual([]);
    await db.updateTable('animals').set({ for_sale: true }).where('farm_id', '=', farmId).execute();
    expect(await tags(before, db, 'boer')).toHaveLength(herd.filter((animal) => isFound(animal, 'boer')).length);
  });

  test('is read completely again if changes may have been purged since the last read', async () => {
    const { db } = server();
    const current = new CurrentListings(db);
    await current.read();
    await db.updateTable('listing_changes').set({ at: 0 }).execute();
    await purgeOldListingChanges(db);
    expect(await db.selectFrom('listing_changes').selectAll().execute()).toEqual([]);
    await db.updateTable('listings').set({ price_cents: 7 }).execute();
    await db.deleteFrom('listing_changes').execute();
    const cheap = async () => (await current.read()).search({ ...everyListing, maxCents: 7 }).length;
    expect(await cheap()).toBe(0);
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 13 * hourMs);
    expect(await cheap()).toBeGreaterThan(0);
    clock.mockRestore();
  });
});

test('a transaction that began earlier and is committed later is not missed in PostgreSQL', async () => {
  const { db } = openDatabase({ databaseUrl: await newPostgresDatabase(), dataDir: '' });
  const current = new CurrentListings(db);
  await current.read();
  const positions = async () => (await current.read()).search(everyListing).map(({ position }) => position);
  const offer = (tx: Db, id: string) =>
    tx
      .insertInto('listings')
      .values({ farm_id: 'f', animal_id: id, tag_number: id, species: 'goat', sex: 'male', price_cents: 1, words: `  ${id}` })
      .returning('position')
      .executeTakeFirstOrThrow();
  await sql`alter table listings drop constraint listings_of_animal`.execute(db);
  const early = await db.startTransaction().execute();
  const first = await offer(early, 'early');
  const second = await offer(db, 'late');
  expect(await positions()).toEqual([second.position]);
  await early.commit().execute();
  expect(await positions()).toEqual([second.position, first.position]);
  await db.destroy();
});
