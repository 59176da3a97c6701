import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { dayMs, timeAfter } from '#server/time-after.ts';
import { describeOnEachEngine } from '#test/engines.ts';

describeOnEachEngine('the administration', (server) => {
  const admin = () => server().register({ plan: 'guest', isAdmin: true });
  const newCode = () => `C${uuidv7().toUpperCase()}`;
  const newestNote = async () => (await (await admin()).call('listAudit'))[0];

  test('changing one field of a plan leaves the others unchanged', async () => {
    const by = await admin();
    const [plan] = await by.call('listAdminPricingPlans');
    if (!plan) throw new Error('no plan');
    const change = (body: object) => by.send({ method: 'PATCH', url: `/api/admin/pricing-plans/${plan.id}`, payload: body });
    let expected = { ...plan };
    for (const [body, shown] of [
      [{ monthlyPrice: '6.5' }, { monthlyPrice: '6.50' }],
      [{ yearlyPrice: 60 }, { yearlyPrice: '60.00' }],
      [{ yearlyPrice: 'unlimited' }, { yearlyPrice: 'unlimited' }],
      [{ animalLimit: -1 }, { animalLimit: -1 }],
      [{ animalLimit: 0 }, { animalLimit: 0 }],
      [{ isActive: false }, { isActive: false }],
      [{ isActive: true, planType: 'premium', id: uuidv7(), position: 7 }, { isActive: true }],
    ] as const) {
      expected = { ...expected, ...shown };
      const answer = await change(body);
      expect([body, answer.json()]).toEqual([body, expected]);
      expect((await by.call('listPricingPlans'))[0]).toEqual(expected);
    }
    for (const refused of [
      {},
      { position: 3 },
      { monthlyPrice: '' },
      { monthlyPrice: null },
      { monthlyPrice: '-1' },
      { monthlyPrice: '1.234' },
      { yearlyPrice: '1e3' },
      { yearlyPrice: 1_000_001 },
      { animalLimit: -2 },
      { animalLimit: 1.5 },
      { animalLimit: 'fifty' },
      { animalLimit: 4_000_000_000 },
      { isActive: 'yes' },
    ]) {
      expect([refused, (await change(refused)).statusCode]).toEqual([refused, 400]);
    }
    expect((await by.call('listAdminPricingPlans'))[0]).toEqual(expected);
    await expect(by.call('changePricingPlan', { params: { id: uuidv7() }, body: { animalLimit: 1 } })).rejects.toMatchObject({
      code: 'admin.plan_not_found',
    });
  });

  test('a new cap applies to farms on the plan at once', async () => {
    const by = await admin();
    const farmer = await server().register({ plan: 'premium' });
    const plan = (await by.call('listAdminPricingPlans')).find(({ planType }) => planType === 'premium');
    await by.call('changePricingPlan', { params: { id: plan?.id ?? '' }, body: { animalLimit: 0 } });
    await expect(farmer.addAnimal({ tagNumber: '1' })).rejects.toMatchObject({
      code: 'plan.limit_reached',
    });
    await by.call('changePricingPlan', { params: { id: plan?.id ?? '' }, body: { animalLimit: -1 } });
    await farmer.addAnimal({ tagNumber: '1' });
  });

  test('a coupon is created, redeemed, deactivated and deleted; plans that it paid for remain', async () => {
    const by = await admin();
    const farmer = await server().register();
    const code = newCode();
    const coupon = await by.call('addCoupon', {
      body: { code: ` ${code.toLowerCase()} `, discountPercent: 100, validUntil: '2099-12-31' },
    });
    expect(coupon).toMatchObject({ code, discountPercent: 100, validUntil: '2099-12-31', isActive: true, redemptions: 0 });
    await farmer.call('selectPlan', { body: { planType: 'premium', billingCycle: 'yearly', couponCode: code } });
    expect((await by.call('listCoupons'))[0]).toEqual({ ...coupon, redemptions: 1 });

    const off = await by.call('switchCoupon', { params: { id: coupon.id }, body: { isActive: false } });
    expect(off).toMatchObject({ isActive: false, redemptions: 1 });
    await expect((await server().register()).call('validateCoupon', { body: { code } })).rejects.toMatchObject({ status: 400 });

    await by.call('deleteCoupon', { params: { id: coupon.id } });
    expect((await by.call('listCoupons')).map(({ id }) => id)).not.toContain(coupon.id);
    expect((await farmer.call('currentUser')).subscriptionPlan).toBe('premium');
    for (const again of [
      by.call('deleteCoupon', { params: { id: coupon.id } }),
      by.call('switchCoupon', { params: { id: coupon.id }, body: { isActive: true } }),
    ]) {
      await expect(again).rejects.toMatchObject({ status: 404, code: 'admin.coupon_not_found' });
    }
  });

  test.each([
    [{ discountPercent: 10 }],
    [{ code: '', discountPercent: 10 }],
    [{ code: '   ', discountPercent: 10 }],
    [{ code: 'HALF' }],
    [{ code: 'HALF', discountPercent: 0 }],
    [{ code: 'HALF', discountPercent: -5 }],
    [{ code: 'HALF', discountPercent: 101 }],
    [{ code: 'HALF', discountPercent: 12.5 }],
    [{ code: 'HALF', discountPercent: 'half' }],
    [{ code: 'HALF', discountPercent: 50, validUntil: '2026-02-30' }],
    [{ code: 'HALF', discountPercent: 50, validUntil: 20_260_101 }],
    [{ code: 'x'.repeat(65), discountPercent: 50 }],
    [{ code: 'HA\u0000LF', discountPercent: 50 }],
  ])('a coupon of %j is refused', async (payload) => {
    const by = await admin();
    const before = await by.call('listCoupons');
    expect((await by.send({ method: 'POST', url: '/api/admin/coupons', payload })).statusCode).toBe(400);
    expect(await by.call('listCoupons')).toEqual(before);
  });

  test('a coupon without a code or a percentage is refused with the specified sentence', async () => {
    const by = await admin();
    for (const body of [
      { code: '', discountPercent: 5 },
      { code: 'A', discountPercent: 0 },
    ]) {
      await expect(by.call('addCoupon', { body })).rejects.toMatchObject({ message: 'Please enter valid coupon details' });
    }
  });

  test('a coupon whose last day is over is refused at that field, and one whose last day is today is not', async () => {
    const by = await admin();
    const add = (days: number) => {
      const validUntil = timeAfter(server().clock.now(), days * dayMs).slice(0, 10);
      return by.call('addCoupon', { body: { code: `DAY${days}`, discountPercent: 50, validUntil } });
    };
    const message = 'This day is over. Choose today or a later day, or leave it empty';
    await expect(add(-1)).rejects.toMatchObject({ errors: [{ path: 'validUntil', message }] });
    expect((await add(0)).code).toBe('DAY0');
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
    const notes = (await by.call('listAudit')).length;
    expect(await by.call('addCoupon', { body })).toEqual({ ...coupon, isActive: false });
    expect(await by.call('listAudit')).toHaveLength(notes);
    await expect(by.call('addCoupon', { body: { ...body, discountPercent: 31 } })).rejects.toMatchObject({
      status: 409,
      code: 'create.conflict',
    });
  });

  test('every action is in the audit log with its author, subject, and values before and after', async () => {
    const by = await admin();
    const person = await server().register({ plan: 'basic' });
    const ofPerson = { params: { id: person.userId } };
    const [plan] = await by.call('listAdminPricingPlans');
    const code = newCode();

    const ofPlan = { params: { id: plan?.id ?? '' } };
    await by.call('changePricingPlan', { ...ofPlan, body: { monthlyPrice: '5.21', animalLimit: 50 } });
    await by.call('changePricingPlan', { ...ofPlan, body: { monthlyPrice: '7' } });
    expect(await newestNote()).toMatchObject({
      action: 'plan.changed',
      adminName: by.username,
      subject: 'Basic',
      detail: 'Monthly price: $5.21 → $7',
    });
    await by.call('changePricingPlan', {
      ...ofPlan,
      body: { animalLimit: -1, isActive: false, monthlyPrice: 'unlimited' },
    });
    expect(await newestNote()).toMatchObject({
      detail: 'Monthly price: $7 → on request, Animal limit: 50 → unlimited, on offer → not offered',
    });
    await by.call('changePricingPlan', {
      ...ofPlan,
      body: { animalLimit: 50, isActive: true, monthlyPrice: '5.21' },
    });
    const coupon = await by.call('addCoupon', { body: { code, discountPercent: 40 } });
    expect(await newestNote()).toMatchObject({ action: 'coupon.created', subject: code, detail: '40%, no expiry' });
    await by.call('switchCoupon', { params: { id: coupon.id }, body: { isActive: false } });
    expect(await newestNote()).toMatchObject({ action: 'coupon.switched', subject: code, detail: 'inactive' });
    await by.call('deleteCoupon', { params: { id: coupon.id } });
    expect(await newestNote()).toMatchObject({ action: 'coupon.deleted', subject: code });
    await by.call('resetUserPassword', ofPerson);
    expect(await newestNote()).toMatchObject({ action: 'user.password_reset', subject: person.username, detail: null });
    await by.call('changeUserRole', { ...ofPerson, body: { role: 'premium' } });
    expect(await newestNote()).toMatchObject({
      action: 'user.role_changed',
      subject: person.username,
      detail: 'Basic → Premium',
    });
    await by.call('deleteUser', { ...ofPerson, query: {} });
    expect(await newestNote()).toMatchObject({
      action: 'user.deleted',
      adminName: by.username,
      subject: null,
      detail: 'Premium, 0 animals',
    });
  });

  test('a rejected action is not in the audit log', async () => {
    const by = await admin();
    const before = await by.call('listAudit');
    await expect(by.call('deleteUser', { params: { id: by.userId }, query: {} })).rejects.toThrow();
    await expect(by.call('changeUserRole', { params: { id: uuidv7() }, body: { role: 'admin' } })).rejects.toThrow();
    await expect(by.call('addCoupon', { body: { code: '', discountPercent: 1 } })).rejects.toThrow();
    expect(await by.call('listAudit')).toEqual(before);
  });

  test('the log is read page by page, newest first', async () => {
    const by = await admin();
    for (let index = 0; index < 7; index += 1) await by.call('addCoupon', { body: { code: newCode(), discountPercent: 1 } });
    const all = (await by.pages<{ id: string }>('/api/admin/audit?limit=3')).flat();
    expect(all.length).toBeGreaterThan(6);
    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
  });
});
