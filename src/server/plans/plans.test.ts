import { expect, test } from 'vitest';
import { longDay } from '#domain/values/dates.ts';
import { describeOnEachEngine } from '#test/engines.ts';
import { planOf } from '#test/payments.ts';

describeOnEachEngine('plans', (server) => {
  const day = (offset: number): string =>
    new Date(server().clock.now().getTime() + offset * 86_400_000).toISOString().slice(0, 10);

  test('a coupon is valid until the end of its last day, UTC', async () => {
    const person = await server().register();
    const code = await server().addCoupon(100, { valid_until: day(0) });
    const midnight = Date.parse(`${day(1)}T00:00:00Z`);
    const secondsLeft = Math.floor((midnight - server().clock.now().getTime()) / 1000);
    server().clock.advance({ seconds: secondsLeft - 5 });
    expect(await person.call('validateCoupon', { body: { code } })).toEqual({
      discountPercent: 100,
      message: '100% discount will be applied to your plan',
    });
    server().clock.advance({ seconds: 10 });
    const expired = { message: `This coupon has expired. Its last day was ${longDay(day(-1), 'mdy')}.` };
    await expect(person.call('validateCoupon', { body: { code } })).rejects.toMatchObject({ status: 400, ...expired });
    const selection = { planType: 'premium', billingCycle: 'yearly', couponCode: code } as const;
    await expect(person.call('selectPlan', { body: selection })).rejects.toMatchObject({ status: 402, ...expired });
  });

  test('fifty concurrent redemptions count as one and get the same answer (ASVS 2.3.4)', async () => {
    const person = await server().register();
    const code = await server().addCoupon(100);
    const body = { planType: 'premium', billingCycle: 'yearly', couponCode: code } as const;
    const answers = await Promise.allSettled(Array.from({ length: 50 }, () => person.call('selectPlan', { body })));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    const redeemed = server().db.selectFrom('coupon_redemptions').selectAll().where('farm_id', '=', person.farmId);
    expect(await redeemed.execute()).toHaveLength(1);
  });

  test('a farm can use a coupon only once: not for a second plan, and not again after it has run out', async () => {
    const person = await server().register();
    const code = await server().addCoupon(100);
    const select = (planType: 'basic' | 'premium') =>
      person.call('selectPlan', { body: { planType, billingCycle: 'yearly', couponCode: code } });
    await select('basic');
    const used = { message: 'Your farm has already used this coupon. Each coupon works once for a farm.' };
    await expect(select('premium')).rejects.toMatchObject({ status: 402, code: 'plan.payment_required', ...used });
    await server().db.updateTable('farms').set({ plan_status: 'expired' }).where('id', '=', person.farmId).execute();
    await expect(select('basic')).rejects.toMatchObject({ status: 402 });
    expect(await planOf(person)).toEqual(['basic', 'expired']);
    await expect(person.call('validateCoupon', { body: { code } })).rejects.toMatchObject({ code: 'coupon.invalid', ...used });

    const other = await server().register();
    await other.call('selectPlan', { body: { planType: 'premium', billingCycle: 'yearly', couponCode: code } });
  });

  test('a code that nobody has, one that is switched off and none get the same answer', async () => {
    const person = await server().register();
    for (const code of ['NO-SUCH', '', await server().addCoupon(100, { is_active: false })]) {
      const asked = person.call('validateCoupon', { body: { code } });
      await expect(asked, code).rejects.toMatchObject({ status: 400, message: 'This coupon code is not valid' });
    }
  });

  test('a code is valid in any spelling', async () => {
    const person = await server().register();
    const code = await server().addCoupon(25);
    for (const written of [code.toLowerCase(), ` ${code} `, code.replace('C', 'Ｃ')]) {
      expect(await person.call('validateCoupon', { body: { code: written } })).toMatchObject({ discountPercent: 25 });
    }
  });
});
