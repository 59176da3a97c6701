import { expect, test } from 'vitest';
import type { Listing } from '#contract/market.ts';
import { addDays, addMonths } from '#domain/values/dates.ts';
import { distanceKm } from '#domain/values/distance.ts';
import { readAllRows } from '#test/database-rows.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

const aWord = () => `w${crypto.randomUUID().slice(0, 8)}`;

const settle = (farmer: Person, coordinates: string | null, precision: 'km1' | 'km10' | 'km100' = 'km10') =>
  farmer.call('changeStorefront', { body: { placeName: 'Near Olathe, Kansas', coordinates, precision } });

const share = (farmer: Person, shared: ('birth' | 'registration')[]) =>
  farmer.call('changeStorefront', { body: { placeName: null, coordinates: null, precision: 'km10', shared } });

describeOnEachEngine({ name: 'filters of the marketplace', usually: 'both' }, (server) => {
  const find = (search: string, query: object = {}) => server().call('listForSale', { query: { search, ...query } });
  const idsOf = async (search: string, query: object = {}) => (await find(search, query)).map(({ id }) => id);

  test('sex, age in completed months and a registration number narrow the list, as they change', async () => {
    const word = aWord();
    const farmer = await server().register({ plan: 'enterprise' });
    await share(farmer, ['birth', 'registration']);
    const today = new Date().toISOString().slice(0, 10);
    const buck = await farmer.offer({ name: word, sex: 'male' });
    const year = await farmer.offer({ name: word, birthDate: addMonths(today, -12) });
    const younger = await farmer.offer({ name: word, birthDate: addDays(addMonths(today, -12), 1) });
    expect(await idsOf(word, { sex: 'male' })).toEqual([buck]);
    expect(await idsOf(word, { minAgeMonths: 12 })).toEqual([year]);
    expect(await idsOf(word, { maxAgeMonths: 11 })).toEqual([younger]);
    expect(await idsOf(word, { minAgeMonths: 0, maxAgeMonths: 12 })).toEqual([younger, year]);
    await farmer.changeAnimal(buck, { birthDate: addMonths(today, -30) });
    expect(await idsOf(word, { minAgeMonths: 30, maxAgeMonths: 30 })).toEqual([buck]);

    expect(await idsOf(word, { registered: 'true' })).toEqual([]);
    const tag = await farmer.call('addAnimalTag', { body: { animalId: year, kind: 'registration', number: 'R-1' } });
    await farmer.call('addAnimalTag', { body: { animalId: buck, kind: 'tattoo', number: 'X-1' } });
    expect(await idsOf(word, { registered: 'true' })).toEqual([year]);
    expect(await idsOf(word, { registered: 'false' })).toEqual([younger, buck]);
    await farmer.call('deleteAnimalTag', { params: { id: tag.id } });
    expect(await idsOf(word, { registered: 'true' })).toEqual([]);
  });

  test('age and registration can be searched only if the listing shows them', async () => {
    const word = aWord();
    const farmer = await server().register({ plan: 'enterprise' });
    const birthDate = addMonths(new Date().toISOString().slice(0, 10), -12);
    const id = await farmer.offer({ name: word, birthDate });
    await farmer.call('addAnimalTag', { body: { animalId: id, kind: 'registration', number: 'R-1' } });
    const filters = [{ minAgeMonths: 0 }, { maxAgeMonths: 12 }, { registered: 'true' }, { registered: 'false' }];
    const found = () => Promise.all(filters.map(async (filter) => (await idsOf(word, filter)).length));
    const shareOfOne = (shared: 'registration'[] | null) =>
      farmer.call('changeListingDetails', { params: { id }, body: { photos: [], clipUrl: null, shared } });
    expect(await found()).toEqual([0, 0, 0, 1]);
    await share(farmer, ['birth']);
    expect(await found()).toEqual([1, 1, 0, 1]);
    await shareOfOne(['registration']);
    expect(await found()).toEqual([0, 0, 1, 0]);
    await shareOfOne(null);
    expect(await found()).toEqual([1, 1, 0, 1]);
    await share(farmer, []);
    expect(await found()).toEqual([0, 0, 0, 1]);
  });

  test('the list is sorted by price in both directions, page by page, and knows the lowest and the highest price', async () => {
    const word = aWord();
    const farmer = await server().register({ plan: 'enterprise' });
    const ids: string[] = [];
    for (const salePrice of [100, 300, 200, 200]) ids.push(await farmer.offer({ name: word, salePrice }));
    const [cheap, dear, first, second] = ids;
    expect(await idsOf(word, { sort: 'price' })).toEqual([cheap, first, second, dear]);
    expect(await idsOf(word, { sort: '-price' })).toEqual([dear, second, first, cheap]);
    for (const sort of ['newest', 'price', '-price']) {
      const pages = await server().visitor().pages<Listing>(`/api/for-sale?search=${word}&sort=${sort}&limit=1`);
      const paged = pages.flat().map(({ id }) => id);
      expect([sort, paged]).toEqual([sort, await idsOf(word, { sort })]);
    }
    const prices = (query: object) => server().call('readOfferedPrices', { query: { search: word, ...query } });
    expect(await prices({})).toEqual({ lowest: 100, highest: 300 });
    expect(await prices({ sex: 'male' })).toEqual({ lowest: null, highest: null });
  });

  test('a search near a place finds farms with a location, with their distance, on both sides of the date line', async () => {
    const word = aWord();
    const origin = { latitude: 39.1, longitude: -94.58 };
    const sellers: { id: string; km: number }[] = [];
    for (const place of ['39.0, -94.6', '38.6, -90.2', '-17.8, 179.9', '-17.8, -179.9']) {
      const farmer = await server().register();
      await settle(farmer, place);
      const [latitude = 0, longitude = 0] = place.split(',').map(Number);
      sellers.push({ id: await farmer.offer({ name: word }), km: distanceKm(origin, { latitude, longitude }) });
    }
    const nowhere = await (await server().register()).offer({ name: word });
    const [near, far, west, east] = sellers;
    expect(await idsOf(word, { near: '39.1,-94.58', withinKm: 50 })).toEqual([near?.id]);
    expect(await idsOf(word, { near: '39.1,-94.58', withinKm: 500 })).toEqual([far?.id, near?.id]);
    expect(await idsOf(word, { near: '-17.8,179.99', withinKm: 30 })).toEqual([east?.id, west?.id]);
    expect(await idsOf(word, { near: '-17.8,-179.99', withinKm: 30 })).toEqual([east?.id, west?.id]);
    const shown = await find(word, { near: '39.1,-94.58' });
    const distances = new Map(sellers.map(({ id, km }) => [id, Math.round(km)]));
    expect(shown.map(({ id }) => id)).toContain(nowhere);
    expect(shown.map(({ distanceKm: km }) => km)).toEqual(shown.map(({ id }) => distances.get(id) ?? null));
    expect(await find(word)).not.toHaveProperty('0.distanceKm');
  });

  test('the location of a farm is rounded to the precision that it has chosen, and nothing more exact is stored', async () => {
    const word = aWord();
    const farmer = await server().register();
    const id = await farmer.offer({ name: word });
    const place = { latitude: 39, longitude: -95 };
    expect(await settle(farmer, '39.09973, -94.57857', 'km100')).toMatchObject(place);
    const all = await readAllRows(server(), farmer.farmId);
    const rows = [...(all.get('storefronts') ?? []), ...(all.get('listings') ?? [])];
    expect(rows).toMatchObject([place, place]);
    expect(JSON.stringify(rows)).not.toMatch(/39\.0|94\.5/);
    expect(await idsOf(word, { near: '39,-95', withinKm: 1 })).toEqual([id]);
    const [listing] = await find(word, { near: '39,-95' });
    expect(Object.keys(listing ?? {})).not.toEqual(expect.arrayContaining(['latitude']));
    await settle(farmer, null);
    expect(await idsOf(word, { near: '39,-95', withinKm: 20_000 })).toEqual([]);
  });

  test('a filter that cannot be is refused with what to do instead', async () => {
    for (const [query, message] of [
      ['near=91,0', 'Write a place as latitude,longitude in degrees, such as 39.1,-94.58'],
      ['withinKm=10', 'Say from where: near=latitude,longitude'],
      ['sort=price&cursor=7', 'Not a place in this list: follow the Link header of the page before'],
      ['cursor=7_7', 'Not a place in this list: follow the Link header of the page before'],
    ]) {
      const { statusCode, payload } = await server().send({ method: 'GET', url: `/api/for-sale?${query}` });
      expect([query, statusCode, payload]).toEqual([query, 400, expect.stringContaining(message ?? '')]);
    }
  });
});
