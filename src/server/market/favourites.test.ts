import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { maxFavourites } from '#domain/listings.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

describeOnEachEngine('favourites', (server) => {
  const mark = (person: Person, id: string) => person.call('addFavourite', { params: { id } });
  const marked = async (person: Person) => (await person.call('listFavourites')).map(({ id }) => id);

  test('are private, are stored once, and stay when the animal is gone', async () => {
    const [seller, buyer, other] = [await server().register(), await server().register(), await server().register()];
    const [one, two] = [await seller.offer(), await seller.offer()];
    await mark(buyer, one);
    server().clock.advance({ seconds: 1 });
    await Promise.all([mark(buyer, two), mark(buyer, two)]);
    expect(await marked(buyer)).toEqual([two, one]);
    expect(await marked(other)).toEqual([]);
    await other.call('removeFavourite', { params: { id: one } });
    await seller.changeAnimal(one, { status: 'sold' });
    expect(await marked(buyer)).toEqual([two, one]);
    await buyer.call('removeFavourite', { params: { id: two } });
    expect(await marked(buyer)).toEqual([one]);
  });

  test('an animal that is not for sale cannot be marked, and there is a limit', async () => {
    const [seller, buyer] = [await server().register(), await server().register()];
    await expect(mark(buyer, uuidv7())).rejects.toMatchObject({ status: 404 });
    const row = { user_id: buyer.userId, created_at: '2026-01-01T00:00:00.000Z' };
    const rows = Array.from({ length: maxFavourites }, () => ({ ...row, animal_id: uuidv7() }));
    await server().insert('favourites', rows);
    await expect(mark(buyer, await seller.offer())).rejects.toMatchObject({ status: 409 });
  });

  test('listings that are still for sale can be found by their ids by anybody', async () => {
    const seller = await server().register();
    const [one, two] = [await seller.offer(), await seller.offer()];
    const find = async (ids: string, who = server().visitor(), query: object = {}) =>
      (await who.call('listForSale', { query: { ids, ...query } })).map(({ id }) => id);
    expect(await find(`${one},${uuidv7()},${two}`)).toEqual([two, one]);
    expect(await find(one, seller)).toEqual([one]);
    expect(await find(one, undefined, { sex: 'male' })).toEqual([]);
    await expect(find(one, undefined, { search: 'goat' })).rejects.toMatchObject({ errors: [{ path: 'search' }] });
  });
});
