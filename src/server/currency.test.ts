import { uuidv7 } from 'uuidv7';
import { afterAll, expect, test } from 'vitest';
import { setCurrency } from '#domain/values/money.ts';
import { describeListing } from '#server/market/listing-head.ts';
import { describeOnEachEngine } from '#test/engines.ts';

// The files of a worker share the module that knows it.
afterAll(() => setCurrency(() => 'USD'));

describeOnEachEngine(
  'the currency of an installation',
  (server) => {
    test('is that of plans, listings and tables, and of prices in files', async () => {
      const person = await server().register();
      expect(await person.call('currentUser')).toMatchObject({ currency: 'EUR' });
      const id = uuidv7();
      await person.call('createCheckoutSession', { body: { id, planType: 'premium', billingCycle: 'yearly' } });
      const checkout = await server().db.selectFrom('checkouts').select('currency').where('id', '=', id).executeTakeFirst();
      expect(checkout?.currency).toBe('eur');

      const animal = await person.offer({ salePrice: 1250 });
      const page = await describeListing(server().app.deps)(`/for-sale/${animal}`, '192.0.2.1');
      expect(page?.head).toContain('Female goat for €1,250');
      expect(page?.head).toContain('property="product:price:currency" content="EUR"');

      const bytes = 'Tag,Sex,Species,For sale,Price\nB-1,F,goat,yes,€ 80\nB-2,F,goat,yes,$80\n';
      const { id: file } = await person.upload('addImport', { name: 'flock.csv', bytes });
      await person.call('applyImport', { params: { id: file } });
      const prices = (await person.call('listAnimals')).map(({ tagNumber, salePrice }) => [tagNumber, salePrice]);
      expect(Object.fromEntries(prices)).toMatchObject({ 'B-1': 80, 'B-2': null });
    });
  },
  { env: { CURRENCY: 'EUR' } },
);
