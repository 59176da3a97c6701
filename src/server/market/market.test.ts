import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { relistFarm } from '#server/db/listings.ts';
import { addDays } from '#domain/values/dates.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

/** All farms share the market: a unique word distinguishes the animals of one test. */
const aWord = () => `w${crypto.randomUUID().slice(0, 8)}`;

describeOnEachEngine({ name: 'the marketplace', usually: 'both' }, (server) => {
  const find = (search: string, query: object = {}) => server().call('listForSale', { query: { search, ...query } });
  const idsOf = async (search: string, query: object = {}) => (await find(search, query)).map(({ id }) => id);

  test('a listing contains until when meat and milk of its animal must not be sold', async () => {
    const farmer = await server().register();
    const id = await farmer.offer({ name: 'W-1' });
    const day = new Date().toISOString().slice(0, 10);
    const treat = (more: object) => farmer.record({ kind: 'treatment', animalId: id, day, productName: 'X', ...more });
    await treat({ withdrawals: [{ product: 'meat', days: 2 }] });
    const open = [{ product: 'meat', clearOn: addDays(day, 2), isNotRecorded: false }];
    const read = async () => (await server().call('readListing', { params: { id } })).withdrawals;
    expect(await read()).toEqual(open);
    expect((await find('W-1'))[0]?.withdrawals).toEqual(open);
    await treat({ productName: 'Y' });
    const notRecorded = [{ product: 'meat', clearOn: null, isNotRecorded: true }];
    expect(await read()).toEqual(notRecorded);
    const checked = await farmer.offer({ name: 'W-2' });
    await farmer.record({ kind: 'checkup', animalId: checked, day, healthStatus: '3', medication: 'Z' });
    expect((await find('W-2'))[0]?.withdrawals).toEqual(notRecorded);
    // An upgrade may fold the journal anew.
    await server().db.updateTable('animal_states').set({ form: 0 }).execute();
    expect((await find('W-2'))[0]?.withdrawals).toEqual(notRecorded);
  });

  test('a listing has the public fields and nothing else (ASVS 15.3.1)', async () => {
    const word = aWord();
    const farmer = await server().register({ email: `${word}@example.org` });
    const person = { phone: '555-0100', address: 'Hidden Lane 1', ownerName: 'Ann' };
    await farmer.call('changeProfile', { body: { farmName: `Sunny ${word}`, ...person } });
    const words = { tagNumber: 'MJ02', name: 'Bella', breed: 'Boer', saleDescription: 'Quiet' };
    const said = { ...words, pedigreeUrl: 'https://example.org/p' };
    const id = await farmer.offer({ ...said, birthDate: '2024-01-01', notes: 'secret', salePrice: '1250.50' });
    const animal = { id, species: 'goat', sex: 'female', isCastrated: false, imageUrl: null, withdrawals: [] };
    const offer = { salePrice: 1250.5, forSalePrice: 1250.5, listedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string };
    const farm = { farmName: `Sunny ${word}`, email: `${word}@example.org` };
    // Its farm shows neither the birth nor its place.
    const listing = { ...said, ...animal, ...offer, ...farm, birthDate: null, placeName: null };
    expect(await find(word)).toEqual([listing]);
    const more = { images: [], clipUrl: null, farmSlug: null, takesEnquiries: true };
    expect(await server().call('readListing', { params: { id } })).toEqual({ ...listing, ...more });
    const { headers } = await server().send({ method: 'GET', url: '/api/for-sale?limit=1' });
    expect(headers).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' });
  });

  test('only active animals for sale with a price are listed, exactly as long as that is true', async () => {
    const farmer = await server().register();
    const word = aWord();
    const id = await farmer.offer({ name: word });
    const read = (which = id) => server().call('readListing', { params: { id: which } });
    const gone = { status: 404, code: 'market.not_found', message: 'This animal is no longer for sale.' };
    const isThere = async (change: object = {}) => {
      await farmer.changeAnimal(id, change);
      return (await idsOf(word)).length === 1;
    };
    expect(await isThere({ notes: 'still' })).toBe(true);
    for (const [off, on] of [
      [{ forSale: false }, { forSale: true }],
      [{ status: 'sold' }, { status: 'active' }],
      [{ status: 'died' }, { status: 'active' }],
      [{ salePrice: null }, { salePrice: 0 }],
      [{ isReference: true }, { isReference: false }],
    ]) {
      expect([off, await isThere(off)]).toEqual([off, false]);
      await expect(read()).rejects.toMatchObject(gone);
      expect([on, await isThere(on)]).toEqual([on, true]);
    }
    await farmer.call('deleteAnimal', { params: { id } });
    expect(await idsOf(word)).toEqual([]);
    await expect(read(uuidv7())).rejects.toMatchObject(gone);
  });

  test('signed-in people do not see their own listings; others and visitors do; the seller can open a shared page', async () => {
    const word = aWord();
    const [farmer, rival] = [await server().register(), await server().register()];
    const [own, other] = [await farmer.offer({ name: word }), await rival.offer({ name: word })];
    const seen = async (who: Person) => (await who.call('listForSale', { query: { search: word } })).map(({ id }) => id);
    expect(await seen(farmer)).toEqual([other]);
    expect(await seen(rival)).toEqual([own]);
    expect(await idsOf(word)).toEqual([other, own]);
    expect(await farmer.call('readListing', { params: { id: own } })).toMatchObject({ id: own, isOwn: true });
    for (const buyer of [rival, server().visitor()]) {
      expect(await buyer.call('readListing', { params: { id: own } })).not.toHaveProperty('isOwn');
    }
    const stale = server().visitor();
    stale.cookies.set('session', 'A'.repeat(43));
    expect(await stale.call('listForSale', { query: { search: word } })).toHaveLength(2);
  });

  test('search results follow changes of the animal’s name, and of its farm’s name and place', async () => {
    const farmer = await server().register({ plan: 'enterprise' });
    const id = await farmer.offer();
    const place = { coordinates: null, precision: 'km10' } as const;
    for (const rename of [
      (name: string) => farmer.changeAnimal(id, { name }),
      (farmName: string) => farmer.call('changeProfile', { body: { farmName } }),
      (placeName: string) => farmer.call('changeStorefront', { body: { ...place, placeName } }),
    ]) {
      const [before, after] = [aWord(), aWord()];
      await rename(before);
      expect(await idsOf(before)).toEqual([id]);
      await rename(after);
      expect([await idsOf(before), await idsOf(after)]).toEqual([[], [id]]);
    }
  });

  test('species and price narrow the list, both ends included, to the cent', async () => {
    const word = aWord();
    const farmer = await server().register({ plan: 'enterprise' });
    const [cheap, dear, ewe] = [
      await farmer.offer({ name: word, salePrice: '99.99' }),
      await farmer.offer({ name: word, salePrice: 60_000 }),
      await farmer.offer({ name: word, salePrice: 100, species: 'sheep' }),
    ];
    expect(await idsOf(word, { species: 'sheep' })).toEqual([ewe]);
    expect(await idsOf(word, { maxPrice: '99.99' })).toEqual([cheap]);
    expect(await idsOf(word, { minPrice: 100 })).toEqual([ewe, dear]);
    expect(await idsOf(word, { minPrice: 100, maxPrice: 50_000 })).toEqual([ewe]);
    expect(await idsOf(word, { minPrice: '', maxPrice: '' })).toEqual([ewe, dear, cheap]);
    expect(await idsOf(word, { minPrice: 200, maxPrice: 100 })).toEqual([]);
  });

  /** What the services do after such a change. */
  const relisted = (farmId: string) =>
    server()
      .db.transaction()
      .execute((tx) => relistFarm(tx, farmId));

  test('an address that could smuggle headers into a mail is not shown', async () => {
    const word = aWord();
    const farmer = await server().register();
    await farmer.offer({ name: word });
    for (const email of ['a@b.c?bcc=all@example.org', 'a@b.org\r\nBcc: x@y.org', '"a,b"@example.org', 'a&b@example.org']) {
      await server().db.updateTable('users').set({ email }).where('id', '=', farmer.userId).execute();
      await relisted(farmer.farmId);
      expect((await find(word)).map((listing) => listing.email)).toEqual([null]);
    }
  });

  test('if a farm has several members, its first owner is the seller, and each animal is listed once', async () => {
    const word = aWord();
    const farmer = await server().register({ email: 'first@example.org' });
    await farmer.offer({ name: word });
    const [second, worker] = [await server().register({ email: 'second@example.org' }), await server().register()];
    await server().addMember(farmer, second, 'owner');
    await server().addMember(farmer, worker, 'worker');
    const sellers = async () => {
      await relisted(farmer.farmId);
      return (await find(word)).map(({ email }) => email);
    };
    expect(await sellers()).toEqual(['first@example.org']);
    await server().changeMember(farmer, farmer, { ended_at: new Date().toISOString() });
    expect(await sellers()).toEqual(['second@example.org']);
    await server().db.deleteFrom('users').where('id', '=', second.userId).execute();
    expect(await sellers()).toEqual([null]);
  });

  test('whatever names and search texts contain, an animal is found by its own words, and nothing fails (ASVS 1.2.4)', async () => {
    const farmer = await server().register({ plan: 'enterprise' });
    const id = await farmer.offer();
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(name, name, async (text, question) => {
        const word = aWord();
        const payload = { name: `${word} ${text}`.slice(0, 100) };
        const response = await farmer.send({ method: 'PATCH', url: `/api/animals/${id}`, payload });
        fc.pre(response.statusCode === 200);
        const kept = response.json<{ name: string }>().name;
        expect(await idsOf(kept)).toEqual([id]);
        const asked = await server().send({ method: 'GET', url: '/api/for-sale', query: { search: question } });
        expect(asked.statusCode).toBeLessThan(500);
      }),
      { numRuns: 60 },
    );
  });
});
