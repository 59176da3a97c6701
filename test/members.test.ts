import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';

const goat = { tagNumber: 'G-1', species: 'goat', sex: 'female' } as const;
const notAllowed = { status: 403, code: 'access.role' };

describeOnEachEngine('a member of a farm', (server) => {
  test('of two farms sees and changes only the farm of the session', async () => {
    const [owner, helper] = [await server().register({ plan: 'enterprise' }), await server().register({ plan: 'enterprise' })];
    const own = await helper.addAnimal({ ...goat, tagNumber: 'own' });
    const theirs = await owner.addAnimal({ ...goat, tagNumber: 'theirs' });
    const atHome = server().visitor();
    for (const [name, value] of helper.cookies) atHome.cookies.set(name, value);
    await server().addMember(owner, helper, 'manager');
    expect(await helper.call('listAnimals')).toMatchObject([{ id: theirs.id }]);
    expect(await atHome.call('listAnimals')).toMatchObject([{ id: own.id }]);
    for (const [session, id] of [
      [helper, own.id],
      [atHome, theirs.id],
    ] as const) {
      const refused = { status: 404, code: 'animals.not_found' };
      await expect(session.call('readAnimal', { params: { id } })).rejects.toMatchObject(refused);
      await expect(session.call('changeAnimal', { params: { id }, body: { name: 'X' } })).rejects.toMatchObject(refused);
      await expect(session.call('deleteAnimal', { params: { id } })).rejects.toMatchObject(refused);
    }
    await server().changeMember(owner, helper, { ended_at: server().clock.now().toISOString() });
    await expect(helper.call('currentUser')).rejects.toMatchObject({ status: 401 });
    expect(await atHome.call('listAnimals')).toMatchObject([{ id: own.id }]);
  });

  test('shows on the wire the tier of the farm as their role, as specified', async () => {
    const [owner, helper] = [await server().register({ plan: 'premium' }), await server().register()];
    await server().addMember(owner, helper, 'worker');
    expect(await helper.call('currentUser')).toMatchObject({ id: helper.userId, role: 'premium', subscriptionPlan: 'premium' });
    expect(Object.keys(await helper.call('currentUser'))).toEqual(Object.keys(await owner.call('currentUser')));
  });

  test('whose memberships have all ended signs in to a new farm of their own', async () => {
    const [owner, helper] = [await server().register({ plan: 'enterprise' }), await server().register()];
    await server().addMember(owner, helper, 'manager');
    const ended_at = server().clock.now().toISOString();
    await server().db.updateTable('memberships').set({ ended_at }).where('user_id', '=', helper.userId).execute();
    await owner.addAnimal(goat);
    await helper.signIn();
    expect(await helper.call('listAnimals')).toEqual([]);
    expect(await helper.call('currentUser')).toMatchObject({ role: 'guest', subscriptionPlan: null });
  });

  test('may offer animals and say that they were sold only with the right to manage', async () => {
    const [owner, worker] = [await server().register({ plan: 'enterprise' }), await server().register()];
    await server().addMember(owner, worker, 'worker');
    const selling = [{ forSale: true }, { salePrice: 120 }, { saleDescription: 'Healthy' }, { status: 'sold' }] as const;
    for (const fields of selling) {
      await expect(worker.addAnimal({ ...goat, ...fields })).rejects.toMatchObject(notAllowed);
    }
    const offered = await owner.addAnimal({ ...goat, forSale: true, salePrice: 120, saleDescription: 'Healthy' });
    const params = { id: offered.id };
    for (const body of [{ forSale: false }, { salePrice: 1 }, { saleDescription: null }, { status: 'sold' }] as const) {
      await expect(worker.call('changeAnimal', { params, body })).rejects.toMatchObject(notAllowed);
    }
    // A form sends every field, also those that nobody changed.
    const { name } = await worker.call('changeAnimal', { params, body: { name: 'Bella', forSale: true, salePrice: 120 } });
    expect(name).toBe('Bella');
    await owner.call('changeAnimal', { params, body: { status: 'sold' } });
    await expect(worker.call('changeAnimal', { params, body: { status: 'active' } })).rejects.toMatchObject(notAllowed);
    const { id } = await worker.addAnimal(goat);
    expect(await worker.call('changeAnimal', { params: { id }, body: { status: 'died' } })).toMatchObject({ status: 'died' });
  });

  test('may change what the profile says of themself, and of the farm only with the right to manage', async () => {
    const [owner, worker] = [await server().register({ plan: 'enterprise' }), await server().register()];
    await owner.call('changeProfile', { body: { farmName: 'Windy Hill', ownerName: 'Ada' } });
    await server().addMember(owner, worker, 'worker');
    for (const body of [{ farmName: 'Mine' }, { address: 'Here' }, { farmName: 'Mine', phone: '7' }]) {
      await expect(worker.call('changeProfile', { body })).rejects.toMatchObject(notAllowed);
    }
    const after = await worker.call('changeProfile', { body: { farmName: 'Windy Hill', ownerName: 'Sam', phone: '5' } });
    expect(after).toMatchObject({ farmName: 'Windy Hill', ownerName: 'Sam', phone: '5' });
    expect(await owner.call('currentUser')).toMatchObject({ farmName: 'Windy Hill', ownerName: 'Ada', phone: null });
    await server().changeMember(owner, worker, { role: 'manager' });
    expect(await worker.call('changeProfile', { body: { farmName: 'Brook' } })).toMatchObject({ farmName: 'Brook' });
  });

  test('without a farm of their own has no plan that an administrator could change', async () => {
    const admin = await server().register({ isAdmin: true });
    const [owner, worker] = [await server().register({ plan: 'enterprise' }), await server().register()];
    await server().addMember(owner, worker, 'worker');
    await server().db.deleteFrom('memberships').where('farm_id', '=', worker.farmId).execute();
    const params = { id: worker.userId };
    await expect(admin.call('changeUserRole', { params, body: { role: 'basic' } })).rejects.toMatchObject({ status: 400 });
    expect(await admin.call('changeUserRole', { params, body: { role: 'admin' } })).toMatchObject({ role: 'admin' });
    expect(await admin.call('changeUserRole', { params, body: { role: 'guest' } })).toMatchObject({ role: 'guest' });
    expect(await owner.call('currentUser')).toMatchObject({ subscriptionPlan: 'enterprise' });
  });
});
