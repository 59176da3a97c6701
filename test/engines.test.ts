import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';

describeOnEachEngine({ name: 'the server of every API test', usually: 'both' }, (server) => {
  test('has a migrated database of its own', async () => {
    const plans = await server().db.selectFrom('pricing_plans').select('plan_type').orderBy('position').execute();
    expect(plans.map((plan) => plan.plan_type)).toEqual(['basic', 'premium', 'enterprise']);
  });

  test('answers an unknown route with problem+json', async () => {
    const response = await server().visitor().send({ method: 'GET', url: '/api/nothing-here' });
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(response.json()).toMatchObject({ status: 404, code: 'route.not_found' });
  });
});
