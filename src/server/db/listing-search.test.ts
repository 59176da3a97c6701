import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { describeOnEachEngine, newPostgresDatabase, type TestServer } from '#test/engines.ts';
import { everyListing } from '#test/listing-filters.ts';
import { listListings } from '../market/market.queries.ts';
import { openDatabase } from './connect.ts';
import type { ListingFilter } from './listing-search.ts';
import { createMarketSample, emptySample, readMarketSample, type MarketSample } from './market-sample.ts';

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

describeOnEachEngine('a search through the listings', (server) => {
  test('finds the same whatever is estimated as rare, with accents and without, page by page', async () => {
    await stock(server());
    const { db } = server();
    const samples: Record<string, MarketSample> = {
      'all rare': emptySample,
      'all common': { ...emptySample, estimate: () => 1e9 },
      'digits rare': { ...emptySample, estimate: (trigram) => (/\d/.test(trigram) ? 3 : 1e9) },
      'digits common': { ...emptySample, estimate: (trigram) => (/\d/.test(trigram) ? 1e9 : 3) },
    };
    for (const [name, sample] of Object.entries(samples)) {
      const find = (filter: Partial<ListingFilter>) => listListings(db, { ...everyListing, ...filter }, async () => sample);
      for (const search of searches) {
        const words = search.split(' ');
        const expected = herd.filter((animal) => isFound(animal, search)).map(({ tagNumber }) => tagNumber);
        const found = await find({ words });
        expect([name, search, found.map(({ tagNumber }) => tagNumber)]).toEqual([name, search, expected.toReversed()]);
        const affordable = await find({ words, species: 'goat', minCents: 20_000, maxCents: 50_000 });
        expect(affordable).toEqual(found.filter(({ salePrice }) => salePrice >= 200 && salePrice <= 500));
        const first = await find({ words, limit: 1 });
        expect(first).toEqual(found.slice(0, 1));
        if (first[0]) expect(await find({ words, after: first[0] })).toEqual(found.slice(1));
        for (const [index, { position }] of found.entries())
          expect(await find({ words, newerThan: position })).toEqual(found.slice(0, index));
        const cheapest = found.toSorted((a, b) => a.salePrice - b.salePrice);
        for (const [sort, sorted] of [
          ['price', cheapest],
          ['-price', cheapest.toReversed()],
        ] as const) {
          expect([sort, await find({ words, sort })]).toEqual([sort, sorted]);
          const rest = sorted[0] ? await find({ words, sort, after: sorted[0] }) : [];
          expect([sort, rest]).toEqual([sort, sorted.slice(1)]);
        }
      }
    }
  });

  test('estimates from a sample how many listings have a trigram', async () => {
    const { estimate } = await readMarketSample(server().db);
    expect(['t-0', 'boe', '180', 'zoe', 'xyz'].map(estimate)).toEqual([3, 4, 3, 1, 0]);
  });

  test('caches the sample for a minute, and a failure not at all', async () => {
    const { db } = server();
    let moment = 1_800_000_000_000;
    const sampleOf = createMarketSample(() => new Date(moment));
    const broken = db.withSchema('no_such_schema');
    expect((await sampleOf(broken)).estimate('zoe')).toBe(0);
    expect((await sampleOf(db)).estimate('zoe')).toBe(1);
    await db.deleteFrom('listings').where('name', 'like', 'Zo%').execute();
    expect((await sampleOf(db)).estimate('zoe')).toBe(1);
    moment += 60_000;
    await sampleOf(db);
    await expect.poll(async () => (await sampleOf(db)).estimate('zoe')).toBe(0);
  });
});

test('a search is planned once for each connection to PostgreSQL', async () => {
  const { db } = openDatabase({ databaseUrl: await newPostgresDatabase(), dataDir: '' });
  await db.connection().execute(async (one) => {
    for (const minCents of [1, 2, 3, 4, 5, 6, 7, 8])
      for (const estimate of [() => 0, () => 1e9])
        await listListings(one, { ...everyListing, words: ['boer'], minCents }, async () => ({ ...emptySample, estimate }));
    // PostgreSQL plans five times for the values, then reuses the generic plan if it is as good.
    const { rows } = await sql`select custom_plans, generic_plans from pg_prepared_statements`.execute(one);
    const kept = { custom_plans: 5, generic_plans: 3 };
    expect(rows).toEqual([kept, kept]);
  });
  await db.destroy();
});
