import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { addDays } from '#domain/values/dates.ts';
import { describeOnEachEngine } from '#test/engines.ts';

describeOnEachEngine('the administration', (server) => {
  const admin = () => server().register({ plan: 'guest', isAdmin: true });
  const newCode = () => `C${uuidv7().toUpperCase()}`;
  const newestNote = async () => (await (await admin()).call('listAudit'))[0];

  test('changing one field of a plan leaves the others unchanged', async () => {
    const by = await admin();
    const [plan = expect.fail()] = await by.call('listAdminPricingPlans');
    const change = (body: object) => by.send({ method: 'PATCH', url: `/api/admin/pricing-plans/${plan.id}`, payload: body });
    let expected = { ...plan };
    for (const shown of [{ monthlyPrice: '6.50' }, { yearlyPrice: 'unlimited' }, { animalLimit: -1 }, { isActive: false }]) {
      expected = { ...expected, ...shown };
      await change({ ...shown, planType: 'premium', id: uuidv7(), position: 7 });
      expect((await by.call('listPricingPlans'))[0]).toEqual(expected);
    }
    for (const refused of [{ monthlyPrice: '-1' }, { monthlyPrice: '1.234' }, { animalLimit: -2 }]) {
      expect([refused, (await change(refused)).statusCode]).toEqual([refused, 400]);
    }
    await change(plan);
    expect((await by.call('listAdminPricingPlans'))[0]).toEqual(plan);
  });

  test('a coupon is created, redeemed, deactivated and deleted; plans that it paid for remain', async () => {
    const by = await admin();
    const farmer = await server().register();
    const code = newCode();
    const body = { code: ` ${code.toLowerCase()} `, discountPercent: 100, validUntil: '2099-12-31' };
    const coupon = await by.call('addCoupon', { body });
    expect(coupon).toMatchObject({ ...body, code, isActive: true, redemptions: 0 });
    expect(await newestNote()).toMatchObject({ action: 'coupon.created', subject: code });
    await farmer.call('selectPlan', { body: { planType: 'premium', billingCycle: 'yearly', couponCode: code } });
    expect((await by.call('listCoupons'))[0]).toEqual({ ...coupon, redemptions: 1 });

    await by.call('switchCoupon', { params: { id: coupon.id }, body: { isActive: false } });
    expect(await newestNote()).toMatchObject({ action: 'coupon.switched', subject: code, detail: 'inactive' });
    await expect((await server().register()).call('validateCoupon', { body: { code } })).rejects.toMatchObject({ status: 400 });

    await by.call('deleteCoupon', { params: { id: coupon.id } });
    expect((await by.call('listCoupons')).map(({ id }) => id)).not.toContain(coupon.id);
    expect(await newestNote()).toMatchObject({ action: 'coupon.deleted', subject: code });
    expect((await farmer.call('currentUser')).subscriptionPlan).toBe('premium');
  });

  test('a coupon of a wrong value, or whose last day is over, is refused; one whose last day is today is not', async () => {
    const by = await admin();
    const day = (days: number) => addDays(server().clock.now().toISOString().slice(0, 10), days);
    for (const [wrong, message] of [
      [{ code: '   ' }, 'Please enter valid coupon details'],
      [{ discountPercent: 0 }, 'Please enter valid coupon details'],
      [{ discountPercent: 101 }, /percent/],
      [{ discountPercent: 12.5 }, /percent/],
      [{ validUntil: day(-1) }, /./],
    ] as const) {
      const refused = by.call('addCoupon', { body: { code: newCode(), discountPercent: 10, ...wrong } });
      const errors = [{ path: Object.keys(wrong)[0], message: expect.stringMatching(message) as string }];
      await expect(refused, JSON.stringify(wrong)).rejects.toMatchObject({ status: 400, errors });
    }
    await by.call('addCoupon', { body: { code: newCode(), discountPercent: 50, validUntil: day(0) } });
  });

  test('a code belongs to one coupon whatever its case and width, even if twenty are created concurrently', async () => {
    const by = await admin();
    const code = newCode();
    const wide = code.replaceAll(/[0-9A-Z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        by.call('addCoupon', { body: { code: [code, code.toLowerCase(), wide][index % 3] ?? '', discountPercent: 10 } }),
      ),
    );
    const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : []));
    expect(refusals).toEqual(Array<string>(19).fill('admin.coupon_taken'));
    expect((await by.call('listCoupons')).filter((coupon) => coupon.code === code)).toHaveLength(1);
  });

  test('a repeated create adds nothing, even after the coupon was deactivated; the same id with other content is refused', async () => {
    const by = await admin();
    const body = { id: uuidv7(), code: newCode(), discountPercent: 30, validUntil: null };
    const coupon = await by.call('addCoupon', { body });
    await by.call('switchCoupon', { params: { id: coupon.id }, body: { isActive: false } });
    expect(await by.call('addCoupon', { body })).toEqual({ ...coupon, isActive: false });
    const other = by.call('addCoupon', { body: { ...body, discountPercent: 31 } });
    await expect(other).rejects.toMatchObject({ code: 'create.conflict' });
  });

  test('every action is in the audit log with its author, subject, and values before and after', async () => {
    const by = await admin();
    const person = await server().register({ plan: 'basic' });
    const ofPerson = { params: { id: person.userId } };
    const [plan] = await by.call('listAdminPricingPlans');
    const ofPlan = { params: { id: plan?.id ?? '' } };
    await by.call('changePricingPlan', { ...ofPlan, body: { monthlyPrice: '7', animalLimit: 50 } });
    await by.call('changePricingPlan', { ...ofPlan, body: { animalLimit: -1, isActive: false, monthlyPrice: 'unlimited' } });
    const detail = 'Monthly price: $7 → on request, Animal limit: 50 → unlimited, on offer → not offered';
    expect(await newestNote()).toMatchObject({ action: 'plan.changed', adminName: by.username, subject: 'Basic', detail });
    await by.call('resetUserPassword', ofPerson);
    expect(await newestNote()).toMatchObject({ action: 'user.password_reset', subject: person.username, detail: null });
    await by.call('changeUserRole', { ...ofPerson, body: { role: 'premium' } });
    const changed = { action: 'user.role_changed', subject: person.username, detail: 'Basic → Premium' };
    expect(await newestNote()).toMatchObject(changed);
    await by.call('deleteUser', { ...ofPerson, query: {} });
    expect(await newestNote()).toMatchObject({ action: 'user.deleted', subject: null, detail: 'Premium, 0 animals' });
  });
});
