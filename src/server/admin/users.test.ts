import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { tiers } from '#domain/accounts/plans.ts';
import { describeOnEachEngine, type TestServer, type Person } from '#test/engines.ts';
import { testPicture } from '#test/pictures.ts';
import { seedFarm } from '#test/samples.ts';
import { readAllRows, readColumns } from '#test/database-rows.ts';
import { removeMarkedPictures } from '../files/files.service.ts';
import { markDeleted } from './remove-farm.ts';

describeOnEachEngine({ name: 'the administration of people', usually: 'postgres' }, (server) => {
  const admin = () => server().register({ plan: 'guest', isAdmin: true });
  const setRole = (by: Person, { userId }: Person, role: (typeof tiers)[number]) =>
    by.call('changeUserRole', { params: { id: userId }, body: { role } });
  const remove = (by: Person, { userId }: Person) => by.call('deleteUser', { params: { id: userId }, query: {} });
  const adminIds = async () =>
    (await server().db.selectFrom('users').select('id').where('is_admin', '=', true).execute()).map(({ id }) => id);
  /** The tests share a database, so all other administrators are demoted. */
  const onlyAdmins = async (...people: Person[]) => {
    const ids = people.map(({ userId }) => userId);
    await server().db.updateTable('users').set({ is_admin: false }).where('id', 'not in', ids).execute();
    await server().db.updateTable('users').set({ is_admin: true }).where('id', 'in', ids).execute();
  };

  test('assigning a tier grants its plan; making an administrator leaves the plan unchanged', async () => {
    const by = await admin();
    const person = await server().register();
    for (const role of ['basic', 'admin', 'enterprise', 'admin', 'guest'] as const) {
      const before = await person.call('currentUser');
      const answer = await setRole(by, person, role);
      const after = await person.call('currentUser');
      const subscriptionPlan = role === 'admin' ? before.subscriptionPlan : role;
      for (const shown of [answer, after]) expect(shown).toMatchObject({ role, subscriptionPlan, subscriptionStatus: 'active' });
    }
  });

  test('the last administrator cannot be demoted', async () => {
    const by = await admin();
    await onlyAdmins(by);
    await expect(setRole(by, by, 'basic')).rejects.toMatchObject({ status: 409, code: 'admin.last_admin' });
    await expect(remove(by, by)).rejects.toMatchObject({ status: 409, code: 'admin.own_account' });
    expect(await adminIds()).toEqual([by.userId]);
  });

  test('one administrator remains if several demote each other or themselves, or delete each other concurrently', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, admin));
    for (const shift of [1, 0, 1, 0]) {
      await onlyAdmins(...people);
      const target = (index: number) => people[(index + shift) % people.length] ?? expect.fail();
      const outcomes = await Promise.allSettled(people.map((by, index) => setRole(by, target(index), 'basic')));
      expect((await adminIds()).length).toBeGreaterThanOrEqual(1);
      const codes = outcomes.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : []));
      expect(codes.filter((code) => !['role.forbidden', 'admin.last_admin'].includes(code))).toEqual([]);
    }
    const [one, two] = [await admin(), await admin()];
    await onlyAdmins(one, two);
    await Promise.allSettled([remove(one, two), remove(two, one)]);
    expect(await adminIds()).toHaveLength(1);
  });

  test('a deleted account leaves no rows in any table, and nobody else loses anything', async () => {
    const by = await admin();
    const bystander = await seedFarm(await server().register({ plan: 'enterprise' }));
    const before = await rowsNaming(server(), identities(bystander.person));
    const person = await server().register({ plan: 'enterprise' });
    await fill(server(), person);
    const full = await rowsNaming(server(), identities(person));
    expect([...full.keys(), ...kept]).toEqual(expect.arrayContaining(await tablesOfPeople(server())));

    expect(await remove(by, person)).toEqual({ message: 'User account deleted' });

    const left = await rowsNaming(server(), identities(person));
    // Only the farm's id remains, so that it is not mistaken for a farm that a restored database lacks.
    expect([...left.keys()].toSorted()).toEqual(['audit_log', 'deleted_farms', 'mails']);
    expect(left.get('deleted_farms')).toEqual([{ id: person.farmId, deleted_at: expect.any(String) as string }]);
    expect(await rowsNaming(server(), identities(bystander.person))).toEqual(before);
    await expect(server().call('login', { body: person })).rejects.toMatchObject({ status: 401 });
  });

  test('the pictures of a deleted farm and what was mailed are deleted at once, but no pictures while the database is a held copy', async () => {
    const by = await admin();
    const { db, app, clock } = server();
    const removed = async (width: number) => {
      const person = await server().register({ plan: 'basic' });
      const { imageUrl } = await person.upload('uploadImage', { bytes: await testPicture(width).as('png') });
      await person.call('changePassword', { body: { currentPassword: person.password, newPassword: 'another correct horse' } });
      await db.updateTable('tasks').set({ state: 'done' }).where('kind', '=', 'mail').execute();
      await remove(by, person);
      expect(await server().mailsTo(person)).toMatchObject([{ subject: expect.stringContaining('deleted') }]);
      return async () => (await server().send({ method: 'GET', url: imageUrl })).statusCode;
    };
    expect(await (await removed(30))()).toBe(404);
    // They may be those of the installation.
    await db.insertInto('restores').values({ restored_at: clock.now().toISOString(), is_held: true }).execute();
    const read = await removed(31);
    expect(await read()).toBe(200);
    await db.deleteFrom('restores').execute();
    await removeMarkedPictures(app.deps);
    expect(await read()).toBe(404);
  });

  test('an owner of a farm with other members can be deleted only after a handover, or with its name typed', async () => {
    const by = await admin();
    const owner = await server().register({ plan: 'enterprise' });
    const [worker, vet] = [await server().register(), await server().register()];
    await owner.call('changeProfile', { body: { farmName: 'Windy Hill' } });
    await server().addMember(owner, worker, 'worker');
    await server().addMember(owner, vet, 'vet');
    const named = (person: Person, farmName: string) =>
      by.call('deleteUser', { params: { id: person.userId }, query: { farmName } });
    const refused = { status: 409, code: 'admin.farm_has_members' };
    const message = expect.stringMatching(/2 other people work.*Windy Hill/);
    await expect(remove(by, owner)).rejects.toMatchObject({ ...refused, message });
    await expect(named(owner, 'Windy')).rejects.toMatchObject(refused);
    expect(await worker.call('listAnimals')).toEqual([]);

    await owner.call('changeMember', { params: { userId: worker.userId }, body: { role: 'owner' } });
    await remove(by, owner);
    expect(await worker.call('currentUser')).toMatchObject({ farmRole: 'owner', farmName: 'Windy Hill' });

    await named(worker, ' Windy Hill ');
    await expect(vet.call('currentUser')).rejects.toMatchObject({ status: 401 });
    expect(await server().db.selectFrom('farms').select('id').where('id', '=', owner.farmId).execute()).toEqual([]);
    expect(await server().call('login', { body: vet })).toMatchObject({ farmRole: 'owner' });
  });

  test('a request that was let in before its farm was removed adds nothing to it', async () => {
    const person = await server().register({ plan: 'enterprise' });
    const { db, clock } = server();
    await db.transaction().execute((tx) => markDeleted(tx, person.farmId, clock.now()));
    await expect(person.addAnimal({ forSale: true, salePrice: 5 })).rejects.toMatchObject({ status: 401 });
    expect(await server().db.selectFrom('animals').select('id').where('farm_id', '=', person.farmId).execute()).toEqual([]);
  });

  test('a reset mails a temporary password that only the person sees (ASVS 6.4.6)', async () => {
    const by = await admin();
    const person = await server().register({ plan: 'basic' });
    const answer = await by.call('resetUserPassword', { params: { id: person.userId } });
    const [{ body } = expect.fail()] = await server().mailsTo(person);
    const password = /[A-Z2-7]{20}/.exec(body)?.[0] ?? '';
    expect(JSON.stringify([answer, await by.call('listAudit')])).not.toContain(password);
    const user = await server().call('login', { body: { username: person.username, password } });
    expect(user.hasTemporaryPassword).toBe(true);
  });
});

describeOnEachEngine({ name: 'the list of people', usually: 'postgres' }, (server) => {
  test('shows everyone once, page by page, in each order, and can be searched', async () => {
    const by = await server().register({ username: 'the admin', email: 'admin@example.org', plan: 'guest', isAdmin: true });
    const order = ['Person 3', 'Person 1', 'Person 4', 'Person 0', 'Person 2'];
    for (const username of order) await server().register({ username, email: `${username.replace(' ', '')}@example.org` });
    for (const [query, expected] of [
      ['sort=oldest', ['the admin', ...order]],
      ['limit=2', [...order.toReversed(), 'the admin']],
      ['sort=name&limit=4', [...order.toSorted(), 'the admin']],
      ['search=PERSON&limit=1&sort=oldest', order],
      ['search=4 pers', ['Person 4']],
      ['search=person4@example', ['Person 4']],
      ...['%25', '_', '%5C', "'"].map((search) => [`search=${search}`, []] as const),
    ] as const) {
      const pages = await by.pages<{ username: string }>(`/api/admin/users?${query}`);
      expect([query, pages.flat().map(({ username }) => username)]).toEqual([query, expected]);
    }
  });
});

/** Tables that keep what they have of a deleted account. */
const kept = ['mails', 'audit_log'];

const identities = ({ userId, farmId, username }: Person): string[] => [userId, farmId, username];

async function tablesOfPeople(server: TestServer): Promise<string[]> {
  const columns = await readColumns(server);
  const owned = columns.filter(({ name }) => ['farm_id', 'user_id', 'to_address'].includes(name)).map(({ table }) => table);
  return [...new Set<string>([...owned, 'farms', 'users'])].toSorted();
}

/** Rows with one of the texts in any column, by table. */
async function rowsNaming(server: TestServer, texts: readonly string[]): Promise<Map<string, readonly unknown[]>> {
  const isNaming = (row: unknown) => texts.some((text) => JSON.stringify(row).includes(text));
  const found = [...(await readAllRows(server))].map(([table, rows]) => [table, rows.filter(isNaming)] as const);
  return new Map(found.filter(([, rows]) => rows.length > 0));
}

/** A row in each table of people. Where the product's calls write none, it is made of values that the columns take. */
async function fill(server: TestServer, person: Person): Promise<void> {
  const { doe, buck, kid, ids } = await seedFarm(person);
  await person.call('removeMember', { params: { userId: ids['members'] ?? '' } });
  await person.changeAnimal(doe, { forSale: true, salePrice: '120' });
  const photos = [];
  for (const width of [64, 65])
    photos.push((await person.upload('uploadImage', { bytes: await testPicture(width).as('png') })).imageUrl);
  await person.call('changeListingDetails', { params: { id: doe }, body: { photos, clipUrl: null, shared: null } });
  await person.call('addFavourite', { params: { id: doe } });
  await person.call('deleteBreedingRecord', { params: { id: ids['breeding-records'] ?? '' } });
  const mating = { motherId: doe, fatherId: buck, breedingDate: '2025-10-03', offspringIds: [kid] };
  await person.call('addBreedingRecord', { body: mating });
  const withdrawals = [{ product: 'meat', days: 28 }];
  await person.record({ kind: 'treatment', animalId: doe, productName: 'X', withdrawals });
  const bought = { planType: 'premium', billingCycle: 'monthly', couponCode: await server.addCoupon(50) } as const;
  const checkout = { params: { id: uuidv7() }, body: { outcome: 'paid' } } as const;
  await person.call('createCheckoutSession', { body: { ...checkout.params, ...bought } });
  await person.call('payTestCheckout', checkout);
  const session = server.db.selectFrom('sessions').select('token_hash').where('farm_id', '=', person.farmId);
  const references: Readonly<Record<string, unknown>> = {
    farm_id: person.farmId,
    user_id: person.userId,
    import_id: ids['imports'],
    animal_id: doe,
    verdict: 'ready',
    session_hash: (await session.executeTakeFirstOrThrow()).token_hash,
  };
  const full = new Set([...kept, ...(await rowsNaming(server, identities(person))).keys()]);
  for (const table of (await tablesOfPeople(server)).filter((each) => !full.has(each))) {
    const columns = (await readColumns(server)).filter((column) => column.table === table);
    const plain = { boolean: false, integer: 1, text: uuidv7() };
    const row = Object.fromEntries(columns.map(({ name, kind }) => [name, references[name] ?? plain[kind]]));
    await server.insert(table as 'people', row as never);
  }
}
