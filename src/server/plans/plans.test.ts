import { expect, test } from 'vitest';
import { longDay } from '#domain/values/dates.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

describeOnEachEngine('plans', (server) => {
  const coupon = ({ percent = 100, validUntil = null as string | null, isActive = true } = {}): Promise<string> =>
    server().addCoupon(percent, { valid_until: validUntil, is_active: isActive });
  const day = (offset: number): string =>
    new Date(server().clock.now().getTime() + offset * 86_400_000).toISOString().slice(0, 10);
  const plansOf = async (person: Person) => {
    const { subscriptionPlan, subscriptionStatus } = await person.call('currentUser');
    return { subscriptionPlan, subscriptionStatus };
  };
  const redemptions = async ({ farmId }: Person) =>
    (await server().db.selectFrom('coupon_redemptions').selectAll().where('farm_id', '=', farmId).execute()).length;

  test('are listed in display order with prices as numeric text', async () => {
    const plans = await (await server().register()).call('listPricingPlans');
    expect(plans).toMatchObject([
      { planType: 'basic', monthlyPrice: '5.21', yearlyPrice: '50.00', animalLimit: 50, isActive: true },
      { planType: 'premium', monthlyPrice: '20.83', yearlyPrice: '200.00', animalLimit: 200, isActive: true },
      { planType: 'enterprise', monthlyPrice: '52.08', yearlyPrice: '500.00', animalLimit: -1, isActive: true },
    ]);
  });

  test('Guest can always be chosen, even after a paid plan', async () => {
    const person = await server().register({ plan: 'premium' });
    await person.call('selectPlan', { body: { planType: 'guest', billingCycle: 'yearly' } });
    expect(await person.call('currentUser')).toMatchObject({ role: 'guest', subscriptionPlan: 'guest', animalLimit: 10 });
  });

  test.each([
    { planType: 'basic', billingCycle: 'weekly' },
    { planType: 'gold', billingCycle: 'monthly' },
    { planType: 'basic' },
    { billingCycle: 'monthly' },
    { planType: ['basic'], billingCycle: 'monthly' },
    { planType: 'basic', billingCycle: 'monthly', couponCode: ['C'] },
  ])('a selection of %j is refused', async (payload) => {
    const person = await server().register();
    expect((await person.send({ method: 'POST', url: '/api/select-plan', payload })).statusCode).toBe(400);
    expect(await plansOf(person)).toEqual({ subscriptionPlan: null, subscriptionStatus: null });
  });

  test('a coupon is valid until the end of its last day, UTC', async () => {
    const person = await server().register();
    const code = await coupon({ validUntil: day(0) });
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
    await expect(person.call('createCheckoutSession', { body: selection })).rejects.toMatchObject({ status: 400, ...expired });
  });

  test('fifty concurrent redemptions count as one and get the same answer (ASVS 2.3.4)', async () => {
    const person = await server().register();
    const code = await coupon();
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        person.call('selectPlan', { body: { planType: 'premium', billingCycle: 'yearly', couponCode: code } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    expect(await redemptions(person)).toBe(1);
  });

  test('a farm can use a coupon only once: not for a second plan, and not again after it has run out', async () => {
    const person = await server().register();
    const code = await coupon();
    const select = (planType: 'basic' | 'premium') =>
      person.call('selectPlan', { body: { planType, billingCycle: 'yearly', couponCode: code } });
    await select('basic');
    const used = { message: 'Your farm has already used this coupon. Each coupon works once for a farm.' };
    await expect(select('premium')).rejects.toMatchObject({ status: 402, code: 'plan.payment_required', ...used });
    await server().db.updateTable('farms').set({ plan_status: 'expired' }).where('id', '=', person.farmId).execute();
    await expect(select('basic')).rejects.toMatchObject({ status: 402 });
    expect(await plansOf(person)).toEqual({ subscriptionPlan: 'basic', subscriptionStatus: 'expired' });
    await expect(person.call('validateCoupon', { body: { code } })).rejects.toMatchObject({ code: 'coupon.invalid', ...used });

    const other = await server().register();
    await other.call('selectPlan', { body: { planType: 'premium', billingCycle: 'yearly', couponCode: code } });
  });

  test('a plan that has run out allows what Guest allows', async () => {
    const person = await server().register({ plan: 'enterprise' });
    expect(await person.call('currentUser')).toMatchObject({ animalLimit: 999_999, role: 'enterprise' });
    await server().db.updateTable('farms').set({ plan_status: 'expired' }).where('id', '=', person.farmId).execute();
    expect(await person.call('currentUser')).toMatchObject({ animalLimit: 10, subscriptionPlan: 'enterprise' });
  });

  test('unknown, inactive and empty codes get the same answer', async () => {
    const person = await server().register();
    const codes = ['NO-SUCH', '', await coupon({ isActive: false })];
    const answers = await Promise.all(
      codes.map((code) => person.send({ method: 'POST', url: '/api/validate-coupon', payload: { code } })),
    );
    const bodies = answers.map((answer) => JSON.stringify({ ...answer.json(), requestId: '' }));
    expect(new Set(bodies).size).toBe(1);
    expect(answers[0]?.json()).toMatchObject({ status: 400, message: 'This coupon code is not valid' });
  });

  test('a code is valid in any spelling', async () => {
    const person = await server().register();
    const code = await coupon({ percent: 25 });
    for (const written of [code.toLowerCase(), ` ${code} `, code.replace('C', 'Ｃ')]) {
      expect(await person.call('validateCoupon', { body: { code: written } })).toMatchObject({ discountPercent: 25 });
    }
  });
});

describeOnEachEngine(
  'guessing coupon codes',
  (server) => {
    test('codes tried by choosing a plan count against the same limit', async () => {
      server().clock.nextHour();
      const person = await server().register();
      const choose = async (body: object) =>
        (await person.send({ method: 'POST', url: '/api/select-plan', payload: { billingCycle: 'yearly', ...body } })).statusCode;
      const answers: number[] = [];
      for (let attempt = 0; attempt < 11; attempt += 1) {
        answers.push(await choose({ planType: 'premium', couponCode: `GUESS ${attempt}` }));
      }
      expect(answers).toEqual([...Array<number>(10).fill(402), 429]);
      expect(await choose({ planType: 'guest' })).toBe(200);
    });
  },
  { env: { RATE_LIMITS: 'on' } },
);
