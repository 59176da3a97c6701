import { expect, test } from 'vitest';
import { describeOnEachEngine } from '../../../test/support/engines.ts';

describeOnEachEngine('accounts', (house) => {
  test('whoever registers is signed in, without a plan', async () => {
    const visitor = house().visitor();
    const user = await visitor.call('register', {
      body: { username: 'Ada', email: 'ada@example.org', password: 'correct horse' },
    });
    expect(user).toMatchObject({
      username: 'Ada',
      role: 'guest',
      subscriptionPlan: null,
      animalLimit: 10,
      hasTemporaryPassword: false,
    });
    expect(await visitor.call('currentUser')).toEqual(user);
  });

  test('who chooses the Guest plan is on it', async () => {
    const person = await house().register();
    const user = await person.call('selectPlan', { body: { planType: 'guest', billingCycle: 'monthly' } });
    expect(user).toMatchObject({ subscriptionPlan: 'guest', subscriptionStatus: 'active', role: 'guest' });
  });

  test('logging out ends the session on the server', async () => {
    const person = await house().register();
    const stolen = new Map(person.cookies);
    await person.call('logout', {});
    expect(person.cookies.size).toBe(0);
    for (const [name, value] of stolen) person.cookies.set(name, value);
    await expect(person.call('currentUser')).rejects.toMatchObject({ status: 401 });
  });

  test('a name and its password sign in, however the name is written', async () => {
    const { username, password } = await house().register({ username: 'Bob Builder', email: 'bob@example.org' });
    const user = await house()
      .visitor()
      .call('login', { body: { username: username.toUpperCase(), password } });
    expect(user.username).toBe('Bob Builder');
  });
});
