import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { dateFormats, type DateFormat } from '#domain/values/units.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

const written: Readonly<Record<DateFormat, string>> = { mdy: 'May 1, 2026', dmy: '1 May 2026', ymd: '2026-05-01' };

describeOnEachEngine('the date format of a farm', (server) => {
  test.each(dateFormats)('%s is that of the sentences and mails of the server', async (dateFormat) => {
    const person = await server().register({ plan: 'premium' });
    await person.call('changeProfile', { body: { dateFormat } });
    const refusals = await refusalsOf(person, await server().addCoupon(100, { valid_until: '2026-05-01' }));
    expect(refusals).toEqual(refusals.map(() => expect.stringContaining(written[dateFormat])));
    const code = await server().addCoupon(100);
    await person.call('selectPlan', { body: { planType: 'enterprise', billingCycle: 'yearly', couponCode: code } });
    const mail = (await server().mailsTo(person)).find(({ subject }) => subject.includes('plan is active'));
    expect(mail?.body).toMatch(
      { mdy: /Ends on: \w+ \d+, \d{4}$/m, dmy: /Ends on: \d+ \w+ \d{4}$/m, ymd: /Ends on: \d{4}-\d\d-\d\d$/m }[dateFormat],
    );
  });
});

/** Of a second sale, of a sale in a withdrawal that is not recorded, of a second castration, and of a coupon that has expired. */
async function refusalsOf(person: Person, coupon: string): Promise<string[]> {
  const event = (kind: 'sale' | 'treatment' | 'castration', animalId: string, day: string) =>
    person.call('recordEvents', {
      body: { events: [{ id: uuidv7(), kind, animalId, day, productName: 'X' }] },
    });
  const [sold, treated] = await Promise.all(['D-1', 'D-2'].map((tagNumber) => person.addAnimal({ tagNumber, sex: 'male' })));
  await event('sale', sold?.id ?? '', '2026-05-01');
  await event('treatment', treated?.id ?? '', '2026-05-01');
  await event('castration', treated?.id ?? '', '2026-05-01');
  const refusals = await Promise.allSettled([
    event('sale', sold?.id ?? '', '2026-05-02'),
    event('sale', treated?.id ?? '', '2026-05-02'),
    event('castration', treated?.id ?? '', '2026-05-02'),
    person.call('validateCoupon', { body: { code: coupon } }),
  ]);
  return refusals.map((refusal) => (refusal.status === 'rejected' ? (refusal.reason as Error).message : 'not refused'));
}
