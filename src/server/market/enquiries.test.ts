import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { describeOnEachEngine, type Person, type TestServer } from '#test/engines.ts';

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

const mailsTo = ({ db }: TestServer, address: string) =>
  db.selectFrom('mails').selectAll().where('to_address', '=', address).where('budget', 'like', 'enquiries:%').execute();

describeOnEachEngine(
  'an enquiry about animals for sale',
  (server) => {
    const sell = async (isConfirmed = true) => {
      const email = `seller-${crypto.randomUUID().slice(0, 8)}@farm.test`;
      return { email, farmer: await server().register({ plan: 'enterprise', email, isConfirmed }) };
    };
    const send = (body: ReturnType<typeof enquiry>) => server().call('sendEnquiry', { body });

    test('is mailed to the owner with the message as a quotation, and Reply-To is the single address that was entered', async () => {
      server().clock.nextHour();
      const { email, farmer } = await sell();
      const ids = [await farmer.offer({ name: 'Bella' }), await farmer.offer({ name: 'Clover' })];
      const reply = await send(enquiry(ids));
      expect(JSON.stringify(reply)).not.toContain(email);
      const [mail, ...others] = await mailsTo(server(), email);
      expect(others).toEqual([]);
      expect(mail).toMatchObject({ subject: 'Somebody is asking about an animal you offer', reply_to: 'ada.buyer@example.com' });
      expect(mail?.body).toContain('> Is she still there?\n> I could come on Saturday.');
      expect(mail?.body).toContain(`Bella, Doe for $250: https://farm.example/for-sale/${ids[0]}`);
      expect(mail?.body).toContain('Clover, Doe for $250');
    });

    test('sent again with the same id is not mailed twice', async () => {
      server().clock.nextHour();
      const { email, farmer } = await sell();
      const body = enquiry([await farmer.offer()]);
      await Promise.all([send(body), send(body)]);
      await send(body);
      expect(await mailsTo(server(), email)).toHaveLength(1);
    });

    test.each([
      [{ email: 'ada@example.com\r\nBcc: victim@example.com' }],
      [{ email: 'ada@example.com, victim@example.com' }],
      [{ email: '"Ada" <ada@example.com>' }],
      [{ name: '' }],
      [{ message: ' \n ' }],
      [{ message: 'x'.repeat(2001) }],
      [{ listingIds: [] }],
    ])('with %j is refused', async (given) => {
      const { farmer } = await sell();
      await expect(send(enquiry([await farmer.offer()], given))).rejects.toMatchObject({ code: 'request.invalid' });
    });

    test('has no text of the visitor in a header, and none as markup', async () => {
      server().clock.nextHour();
      const { email, farmer } = await sell();
      const name = 'Ada\r\nBcc: victim@example.com';
      await send(enquiry([await farmer.offer()], { name, message: '<a href="https://evil.example">Click</a>\r\n.\r\nQUIT' }));
      const [mail] = await mailsTo(server(), email);
      expect([mail?.to_address, mail?.reply_to, mail?.subject]).toEqual([
        email,
        'ada.buyer@example.com',
        'Somebody is asking about an animal you offer',
      ]);
      expect(mail?.html).not.toContain('<a href="https://evil');
      expect(mail?.body.split('\n').filter((words) => /^(?:Bcc|QUIT|\.)/.test(words))).toEqual([]);
    });

    test('needs listings of one farm that accepts enquiries and has a confirmed address', async () => {
      server().clock.nextHour();
      const [{ farmer: ada }, { farmer: bob }, { farmer: new_ }] = [await sell(), await sell(), await sell(false)];
      const [ofAda, ofBob, ofNew] = [await ada.offer(), await bob.offer(), await new_.offer()];
      await expect(send(enquiry([ofAda, ofBob]))).rejects.toMatchObject({ code: 'request.invalid' });
      await expect(send(enquiry([ofAda, uuidv7()]))).rejects.toMatchObject({ code: 'market.not_found' });
      await expect(send(enquiry([ofNew]))).rejects.toMatchObject({ code: 'market.no_enquiries' });
      expect(await server().call('readListing', { params: { id: ofNew } })).toMatchObject({ takesEnquiries: false });
      await change(ada, { takesEnquiries: false });
      await expect(send(enquiry([ofAda]))).rejects.toMatchObject({ code: 'market.no_enquiries' });
      expect(await server().call('readListing', { params: { id: ofAda } })).toMatchObject({ takesEnquiries: false });
      await bob.call('changeAnimal', { params: { id: ofBob }, body: { status: 'sold' } });
      await expect(send(enquiry([ofBob]))).rejects.toMatchObject({ code: 'market.not_found' });
    });

    test('a sender can write five an hour, and a mailbox gets at most five a day from one sender and thirty in total', async () => {
      server().clock.nextHour();
      const { email, farmer } = await sell();
      const id = await farmer.offer();
      for (let hour = 0; hour < 2; hour += 1) {
        const codes: number[] = [];
        for (let n = 0; n < 6; n += 1)
          codes.push((await server().send({ method: 'POST', url: '/api/enquiries', payload: enquiry([id]) })).statusCode);
        expect(codes).toEqual(hour === 0 ? [200, 200, 200, 200, 200, 429] : [429, 429, 429, 429, 429, 429]);
        server().clock.nextHour();
      }
      expect(await mailsTo(server(), email)).toHaveLength(5);
      const buyers = Array.from({ length: 35 }, (_, n) => `203.0.113.${n}`);
      for (const remoteAddress of buyers)
        await server().send({ method: 'POST', url: '/api/enquiries', payload: enquiry([id]), remoteAddress });
      expect(await mailsTo(server(), email)).toHaveLength(30);
    });

    test('an address is shown only to the audience that its seller has chosen, on every page of the marketplace', async () => {
      server().clock.nextHour();
      const { email, farmer } = await sell();
      const buyer = await server().register();
      const id = await farmer.offer({ name: email.slice(0, 15) });
      const seen = async (who: Pick<Person, 'call'>) => {
        const listed = await who.call('listForSale', { query: { search: email.slice(0, 15) } });
        expect(JSON.stringify(listed)).not.toContain('emailFor');
        return [listed[0]?.email, (await who.call('readListing', { params: { id } })).email];
      };
      expect([await seen(server().visitor()), await seen(buyer)]).toEqual([
        [email, email],
        [email, email],
      ]);
      await change(farmer, { emailFor: 'signedIn' });
      expect([await seen(server().visitor()), await seen(buyer)]).toEqual([
        [null, null],
        [email, email],
      ]);
      await change(farmer, { emailFor: 'nobody' });
      expect([await seen(server().visitor()), await seen(buyer)]).toEqual([
        [null, null],
        [null, null],
      ]);
    });
  },
  { env: { RATE_LIMITS: 'on', PUBLIC_URL: 'https://farm.example' } },
);
