import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { maxSavedSearches } from '#domain/listings.ts';
import { describeOnEachEngine, type Person, type TestServer } from '#test/engines.ts';
import { searchMail } from './search-mail.ts';

const aBreed = () => `Breed${crypto.randomUUID().slice(0, 8)}`;

const offer = (farmer: Person, breed: string) => farmer.addAnimal({ tagNumber: 'N-1', breed, forSale: true, salePrice: 90 });

const save = (person: Person, search: Record<string, string>, given: object = {}) =>
  person.call('addSavedSearch', { body: { id: uuidv7(), name: 'Goats', search, ...given } });

const run = ({ app }: TestServer) => searchMail.run(app.deps, new AbortController().signal);

describeOnEachEngine(
  'saved searches',
  (server) => {
    const toMorning = () => {
      server().clock.nextHour();
      while (server().clock.now().getUTCHours() < 9) server().clock.nextHour();
    };
    const toNextDay = () => {
      server().clock.advance({ hours: 24 });
      toMorning();
    };
    const mailsTo = async (address: string) =>
      (await server().mailsTo(address)).filter(({ subject }) => subject.startsWith('For sale:'));
    const aBuyer = async (isConfirmed = true) => {
      const email = `buyer-${crypto.randomUUID().slice(0, 8)}@example.org`;
      return { email, buyer: await server().register({ email, isConfirmed }) };
    };

    test('count new listings since they were last viewed, without the person’s own animals', async () => {
      const [seller, { buyer }, breed] = [await server().register(), await aBuyer(), aBreed()];
      await offer(seller, breed);
      const saved = await save(buyer, { search: breed, near: '39.123456,-94.5' });
      expect(saved).toMatchObject({ newAnimals: 0, search: { near: expect.not.stringContaining('123456') as string } });
      await buyer.call('deleteSavedSearch', { params: { id: saved.id } });
      const { id } = await save(buyer, { search: breed });
      await offer(seller, breed);
      await offer(seller, aBreed());
      await offer(buyer, breed);
      expect(await buyer.call('listSavedSearches')).toMatchObject([{ id, newAnimals: 1 }]);
      expect(await buyer.call('changeSavedSearch', { params: { id }, body: { isSeen: true } })).toMatchObject({ newAnimals: 0 });
    });

    test('are private, valid and limited, and are not mailed to an unconfirmed address', async () => {
      const [{ buyer }, { buyer: other }, { buyer: unconfirmed }] = [await aBuyer(), await aBuyer(), await aBuyer(false)];
      await expect(save(unconfirmed, {}, { wantsMail: true })).rejects.toMatchObject({ status: 409 });
      for (const search of [{ limit: '10' }, { ids: uuidv7() }, { sex: 'x' }, { evil: '1' }, { near: 'x' }, { withinKm: '50' }])
        await expect(save(buyer, search as never), JSON.stringify(search)).rejects.toMatchObject({ status: 400 });
      const { id } = await save(buyer, {});
      expect(await other.call('listSavedSearches')).toEqual([]);
      const seen = other.call('changeSavedSearch', { params: { id }, body: { isSeen: true } });
      await expect(seen).rejects.toMatchObject({ status: 404 });
      await expect(other.call('deleteSavedSearch', { params: { id } })).rejects.toMatchObject({ status: 404 });
      await save(buyer, {}, { id });
      const outcomes = await Promise.allSettled(Array.from({ length: maxSavedSearches }, () => save(buyer, {})));
      expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
      expect(await buyer.call('listSavedSearches')).toHaveLength(maxSavedSearches);
    });

    test('are mailed once a day to a confirmed address, without any text that a person typed, until the person unsubscribes', async () => {
      toMorning();
      const [seller, { buyer, email }, breed] = [await server().register(), await aBuyer(), aBreed()];
      await save(buyer, { search: breed }, { wantsMail: true, name: 'Bcc: victim@example.org' });
      const offered = await offer(seller, breed);
      await Promise.all([run(server()), run(server())]);
      await run(server());
      const [mail, ...others] = await mailsTo(email);
      expect(others).toEqual([]);
      expect(mail?.subject).toBe('For sale: 1 new animal');
      expect(`${mail?.subject} ${mail?.body}`).not.toMatch(/Breed|Bcc|victim|N-1/);
      expect(mail?.body).toContain(`Female goat, $90:\nhttps://farm.example/for-sale/${offered.id}`);
      toNextDay();
      await run(server());
      expect(await mailsTo(email)).toHaveLength(1);
      await offer(seller, breed);
      toNextDay();
      await run(server());
      expect(await mailsTo(email)).toHaveLength(2);

      const url = new URL(mail?.stop_url ?? '').pathname;
      const opened = await server().send({ method: 'GET', url });
      expect([opened.statusCode, opened.headers['location']]).toEqual([303, `/favourites?token=${url.split('/').at(-1)}`]);
      expect(await buyer.call('listSavedSearches')).toMatchObject([{ wantsMail: true }]);
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      await server().send({ method: 'POST', url, payload: 'List-Unsubscribe=One-Click', headers });
      expect(await buyer.call('listSavedSearches')).toMatchObject([{ wantsMail: false }]);
    });
  },
  { env: { PUBLIC_URL: 'https://farm.example' } },
);
