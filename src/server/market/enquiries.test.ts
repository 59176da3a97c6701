import { uuidv7 } from 'uuidv7';
import { beforeEach, expect, test } from 'vitest';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

const change = (farmer: Person, given: object) =>
  farmer.call('changeStorefront', { body: { placeName: null, coordinates: null, precision: 'km10', ...given } });

const enquiry = (listingIds: string[], given: object = {}) => ({
  id: uuidv7(),
  listingIds,
  name: 'Ada Buyer',
  email: 'ada.buyer@example.com',
  message: 'Is she still there?\nI could come on Saturday.',
  ...given,
});

describeOnEachEngine(
  'an enquiry about animals for sale',
  (server) => {
    const sell = async (isConfirmed = true) => {
      const email = `seller-${crypto.randomUUID().slice(0, 8)}@farm.test`;
      return { email, farmer: await server().register({ plan: 'enterprise', email, isConfirmed }) };
    };
    const send = (body: ReturnType<typeof enquiry>) => server().call('sendEnquiry', { body });
    const mailsTo = async (address: string) =>
      (await server().mailsTo(address)).filter(({ budget }) => budget?.startsWith('enquiries:'));
    beforeEach(() => server().clock.nextHour());

    test('is mailed to the owner with the message as a quotation, and Reply-To is the single address that was entered', async () => {
      const { email, farmer } = await sell();
      const ids = [await farmer.offer({ name: 'Bella' }), await farmer.offer({ name: 'Clover' })];
      expect(JSON.stringify(await send(enquiry(ids)))).not.toContain(email);
      const [mail, ...others] = await mailsTo(email);
      expect(others).toEqual([]);
      expect(mail).toMatchObject({ subject: 'Somebody is asking about an animal you offer', reply_to: 'ada.buyer@example.com' });
      expect(mail?.body).toContain('> Is she still there?\n> I could come on Saturday.');
      expect(mail?.body).toContain(`Bella, Female goat for $250: https://farm.example/for-sale/${ids[0]}`);
      expect(mail?.body).toContain('Clover, Female goat for $250');
    });

    test('sent again with the same id is not mailed twice', async () => {
      const { email, farmer } = await sell();
      const body = enquiry([await farmer.offer()]);
      await Promise.all([send(body), send(body)]);
      await send(body);
      expect(await mailsTo(email)).toHaveLength(1);
    });

    test('has no text of the visitor in a header, and none as markup', async () => {
      const { email, farmer } = await sell();
      const ids = [await farmer.offer()];
      for (const wrong of ['ada@example.com\r\nBcc: victim@example.com', 'ada@example.com, victim@example.com'])
        await expect(send(enquiry(ids, { email: wrong })), wrong).rejects.toMatchObject({ code: 'request.invalid' });
      const message = '<a href="https://evil.example">Click</a>\r\n.\r\nQUIT';
      await send(enquiry(ids, { name: 'Ada\r\nBcc: victim@example.com', message }));
      const [mail] = await mailsTo(email);
      const subject = 'Somebody is asking about an animal you offer';
      expect(mail).toMatchObject({ to_address: email, reply_to: 'ada.buyer@example.com', subject });
      expect(mail?.html).not.toContain('<a href="https://evil');
      expect(mail?.body.split('\n').filter((words) => /^(?:Bcc|QUIT|\.)/.test(words))).toEqual([]);
    });

    test('needs listings of one farm that accepts enquiries and has a confirmed address', async () => {
      const [{ farmer: ada }, { farmer: bob }, { farmer: fresh }] = [await sell(), await sell(), await sell(false)];
      const [ofAda, ofBob, ofFresh] = [await ada.offer(), await bob.offer(), await fresh.offer()];
      const expectRefused = async (ids: string[], code: string) =>
        expect(send(enquiry(ids)), code).rejects.toMatchObject({ code });
      await expectRefused([ofAda, ofBob], 'request.invalid');
      await expectRefused([ofAda, uuidv7()], 'market.not_found');
      await change(ada, { takesEnquiries: false });
      for (const id of [ofFresh, ofAda]) {
        await expectRefused([id], 'market.no_enquiries');
        expect(await server().call('readListing', { params: { id } })).toMatchObject({ takesEnquiries: false });
      }
      await bob.changeAnimal(ofBob, { status: 'sold' });
      await expectRefused([ofBob], 'market.not_found');
    });

    test('a sender can write five an hour, and a mailbox gets at most five a day from one sender and thirty in total', async () => {
      const { email, farmer } = await sell();
      const id = await farmer.offer();
      const post = async (more: object = {}) =>
        (await server().send({ method: 'POST', url: '/api/enquiries', payload: enquiry([id]), ...more })).statusCode;
      for (const expected of [200, 429]) {
        for (let n = 0; n < 5; n += 1) expect(await post()).toBe(expected);
        expect(await post()).toBe(429);
        server().clock.nextHour();
      }
      expect(await mailsTo(email)).toHaveLength(5);
      for (let n = 0; n < 35; n += 1) await post({ remoteAddress: `203.0.113.${n}` });
      expect(await mailsTo(email)).toHaveLength(30);
    });

    test('an address is shown only to the audience that its seller has chosen, on every page of the marketplace', async () => {
      const { email, farmer } = await sell();
      const buyer = await server().register();
      const name = email.slice(0, 15);
      const id = await farmer.offer({ name });
      const seen = async (who: Pick<Person, 'call'>) => {
        const listed = await who.call('listForSale', { query: { search: name } });
        expect(JSON.stringify(listed)).not.toContain('emailFor');
        return [listed[0]?.email, (await who.call('readListing', { params: { id } })).email];
      };
      for (const [emailFor, ofVisitor, ofBuyer] of [
        ['everybody', email, email],
        ['signedIn', null, email],
        ['nobody', null, null],
      ]) {
        await change(farmer, { emailFor });
        expect([emailFor, await seen(server().visitor())]).toEqual([emailFor, [ofVisitor, ofVisitor]]);
        expect([emailFor, await seen(buyer)]).toEqual([emailFor, [ofBuyer, ofBuyer]]);
      }
    });
  },
  { env: { RATE_LIMITS: 'on', PUBLIC_URL: 'https://farm.example' } },
);
