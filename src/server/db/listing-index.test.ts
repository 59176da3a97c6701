import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distanceKm } from '#domain/distance.ts';
import { everyListing } from '#test/listing-filters.ts';
import { vouchedFarmId } from './farm-id.ts';
import { ListingIndex, type ListingFilter, type ListingPlace, type SearchedListing } from './listing-index.ts';

const texts = ['T-001', 'T-0012', 'Boer', 'boer-kiko', 'Zoë', 'ZOE', 'Łow', '🐑', 'Ñ-18', '', 'a', 'ab', '“Canto”'];
const farms = ['north', 'south', 'west'];
const days = ['2024-01-01', '2025-06-30', '2026-02-28'];
const spots = [0, 0.5, 1, 179.9, -179.9];

const listing = fc.record({
  position: fc.integer({ min: 1, max: 60 }),
  farmId: fc.constantFrom(...farms),
  words: fc.array(fc.constantFrom(...texts), { maxLength: 4 }).map((words) => `  ${words.join('  ')}`),
  species: fc.constantFrom('goat' as const, 'sheep' as const),
  sex: fc.constantFrom('male' as const, 'female' as const),
  cents: fc.integer({ min: 0, max: 5 }),
  birthDate: fc.option(fc.constantFrom(...days)),
  isRegistered: fc.boolean(),
  place: fc.option(fc.record({ latitude: fc.constantFrom(...spots.slice(0, 3)), longitude: fc.constantFrom(...spots) })),
});

const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 1 });
const place = fc.record({ cents: fc.integer({ min: 0, max: 5 }), position: fc.integer({ min: 0, max: 61 }) });

const filter: fc.Arbitrary<ListingFilter> = fc.record({
  words: fc.array(
    fc.constantFrom('t', 't-', 't-0', '001', 'boe', 'oer', 'boer-k', 'zoé', 'oe', 'łow', '🐑', 'n-1', 'no', '“c', '\u0301'),
    {
      maxLength: 2,
    },
  ),
  species: some(fc.constantFrom('goat', 'sheep')),
  sex: some(fc.constantFrom('male', 'female')),
  bornFrom: some(fc.constantFrom(...days)),
  bornTo: some(fc.constantFrom(...days)),
  isRegistered: some(fc.boolean()),
  within: some(
    fc.record({ latitude: fc.constantFrom(0, 1), longitude: fc.constantFrom(...spots), km: fc.constantFrom(1, 60, 120, 20_000) }),
  ),
  minCents: some(fc.integer({ min: 0, max: 5 })),
  maxCents: some(fc.integer({ min: 0, max: 5 })),
  except: some(fc.constantFrom(...farms).map(vouchedFarmId)),
  newerThan: some(fc.integer({ min: 0, max: 60 })),
  positions: some(fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 20 })),
  farm: some(fc.constantFrom(...farms, 'nobody')),
  sort: fc.constantFrom('newest', 'price', '-price'),
  after: some(place),
  limit: fc.constantFrom(1, 3, 100),
});

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase();

const orders: Record<ListingFilter['sort'], (a: ListingPlace, b: ListingPlace) => number> = {
  newest: (a, b) => b.position - a.position,
  price: (a, b) => a.cents - b.cents || a.position - b.position,
  '-price': (a, b) => b.cents - a.cents || b.position - a.position,
};

const hasWord = (one: SearchedListing, asked: string) =>
  fold(one.words)
    .split(' ')
    .some((word) => (Array.from(fold(asked)).length < 3 ? word.startsWith(fold(asked)) : word.includes(fold(asked))));

const isNear = ({ latitude, longitude }: SearchedListing, within: NonNullable<ListingFilter['within']>) =>
  latitude !== null && longitude !== null && distanceKm(within, { latitude, longitude }) <= within.km;

/** The reference implementation of the filter, for one listing. */
const isFound = (one: SearchedListing, asked: ListingFilter) =>
  [
    asked.words.every((word) => fold(word) === '' || hasWord(one, word)),
    asked.species === undefined || one.species === asked.species,
    asked.sex === undefined || one.sex === asked.sex,
    asked.bornFrom === undefined || (one.birthDate !== null && one.birthDate >= asked.bornFrom),
    asked.bornTo === undefined || (one.birthDate !== null && one.birthDate <= asked.bornTo),
    asked.isRegistered === undefined || one.isRegistered === asked.isRegistered,
    asked.within === undefined || isNear(one, asked.within),
    asked.minCents === undefined || one.cents >= asked.minCents,
    asked.maxCents === undefined || one.cents <= asked.maxCents,
    asked.except === undefined || one.farmId !== asked.except,
    asked.newerThan === undefined || one.position > asked.newerThan,
    asked.positions === undefined || asked.positions.includes(one.position),
    asked.farm === undefined || one.farmId === asked.farm,
    asked.after === undefined || orders[asked.sort](asked.after, one) < 0,
  ].every(Boolean);

test('a search finds what the filter describes, in its order, after any changes', () => {
  const change = fc.oneof(listing, fc.integer({ min: 1, max: 60 }));
  fc.assert(
    fc.property(
      fc.array(fc.array(change, { maxLength: 80 }), { maxLength: 4 }),
      fc.array(filter, { minLength: 10 }),
      (batches, filters) => {
        const index = new ListingIndex();
        const stored = new Map<number, SearchedListing>();
        for (const batch of batches) {
          const changed = new Map<number, SearchedListing | undefined>();
          for (const one of batch) {
            if (typeof one === 'number') {
              changed.set(one, undefined);
              continue;
            }
            const { place: at, ...rest } = one;
            changed.set(one.position, { ...rest, latitude: at?.latitude ?? null, longitude: at?.longitude ?? null });
          }
          for (const [position, one] of changed) {
            if (one) stored.set(position, one);
            else stored.delete(position);
          }
          index.replace(
            Array.from(changed.keys()),
            Array.from(changed.values()).filter((one) => one !== undefined),
          );
        }
        for (const asked of filters) {
          const expected = Array.from(stored.values())
            .filter((one) => isFound(one, asked))
            .toSorted(orders[asked.sort])
            .slice(0, asked.limit);
          expect(index.search(asked).map(({ position }) => position)).toEqual(expected.map(({ position }) => position));
        }
        expect(index.newestPosition).toBe(Math.max(0, ...stored.keys()));
      },
    ),
    { numRuns: 300 },
  );
});

test('frequent and rare terms are found alike, page by page', () => {
  const index = new ListingIndex();
  const many = Array.from({ length: 6000 }, (_, at): SearchedListing => ({
    position: at + 1,
    farmId: 'farm',
    words: `  T-${String(at).padStart(4, '0')}  ${at % 3 === 0 ? 'Boer' : 'Kiko'}`,
    species: at % 5900 < 30 ? 'sheep' : 'goat',
    sex: 'female',
    cents: (at * 7919) % 1000,
    birthDate: null,
    isRegistered: false,
    latitude: null,
    longitude: null,
  }));
  for (let at = 0; at < many.length; at += 1000) index.add(many.slice(at, at + 1000));
  const filters: Partial<ListingFilter>[] = [
    { words: ['kik'] },
    { words: ['kik', 't-'], species: 'sheep' },
    { words: ['t-12', 'kik'] },
    { words: ['t-1234'] },
    { minCents: 100, maxCents: 900, species: 'sheep' },
    { minCents: 990 },
  ];
  for (const sort of ['newest', 'price', '-price'] as const) {
    for (const filtered of filters) {
      const asked = { ...everyListing, ...filtered, limit: 1000, sort };
      const paged: ListingPlace[] = [];
      for (let page = index.search(asked); page.length > 0; page = index.search({ ...asked, after: page.at(-1) }))
        paged.push(...page);
      const expected = many.filter((one) => isFound(one, asked)).toSorted(orders[sort]);
      expect(paged.map(({ position }) => position)).toEqual(expected.map(({ position }) => position));
    }
  }
});

test('listings are removed, even if nearly all words of the marketplace begin alike', () => {
  const index = new ListingIndex();
  const [listings, words] = [2000, 60];
  const wordsOf = (at: number) => Array.from({ length: words }, (_, word) => `xx${at * words + word}`).join(' ');
  index.add(
    Array.from({ length: listings }, (_, at): SearchedListing => ({
      position: at + 1,
      farmId: 'farm',
      words: wordsOf(at),
      species: 'goat',
      sex: 'female',
      cents: at,
      birthDate: null,
      isRegistered: false,
      latitude: null,
      longitude: null,
    })),
  );
  const gone = Array.from({ length: 200 }, (_, at) => at + 1);
  index.replace(gone, []);
  expect(
    index.search({ ...everyListing, words: [wordsOf(0).split(' ')[1] ?? ''] }).map(({ position }) => position),
  ).not.toContain(1);
  expect(index.search({ ...everyListing, words: ['xx'], limit: 3000 })).toHaveLength(listings - gone.length);
});
