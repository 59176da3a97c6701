import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { tiers } from '#domain/accounts/plans.ts';
import { describeOnEachEngine, type TestServer, type Person } from '#test/engines.ts';
import { testPicture } from '#test/pictures.ts';
import { seedFarm } from '#test/samples.ts';
import { readColumns } from '#test/database-rows.ts';
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
      expect([answer.role, after.role]).toEqual([role, role]);
      expect(after.subscriptionPlan).toBe(role === 'admin' ? before.subscriptionPlan : role);
      expect(after.subscriptionStatus).toBe('active');
      expect(answer).toMatchObject({ subscriptionPlan: after.subscriptionPlan, subscriptionStatus: 'active' });
    }
  });

  test('a new role takes effect at the next request', async () => {
    const by = await admin();
    const person = await server().register({ plan: 'guest' });
    await expect(person.call('listUsers')).rejects.toMatchObject({ status: 403 });
    await setRole(by, person, 'admin');
    await person.call('listUsers');
    await setRole(by, person, 'premium');
    await expect(person.call('listUsers')).rejects.toMatchObject({ status: 403 });
  });

  test('the last administrator cannot be demoted', async () => {
    const [by, other] = [await admin(), await admin()];
    await onlyAdmins(by, other);
    await setRole(by, other, 'basic');
    await expect(setRole(by, by, 'basic')).rejects.toMatchObject({
      status: 409,
      code: 'admin.last_admin',
      message: 'At least one admin must remain',
    });
    expect(await adminIds()).toEqual([by.userId]);
    expect(await by.call('currentUser')).toMatchObject({ role: 'admin', subscriptionPlan: 'guest' });
  });

  test('one administrator remains if several demote each other or themselves concurrently', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, admin));
    for (const isMutual of [true, false, true, false, true, false, true, false]) {
      await onlyAdmins(...people);
      const outcomes = await Promise.allSettled(
        people.map((by, index) => setRole(by, (isMutual ? people[(index + 1) % people.length] : by) ?? by, 'basic')),
      );
      expect((await adminIds()).length).toBeGreaterThanOrEqual(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') {
          expect(['role.forbidden', 'admin.last_admin']).toContain((outcome.reason as { code: string }).code);
        }
      }
    }
    await onlyAdmins(...people);
  });

  test('one administrator remains if several delete each other concurrently', async () => {
    const [one, two] = [await admin(), await admin()];
    await onlyAdmins(one, two);
    await Promise.allSettled([remove(one, two), remove(two, one)]);
    expect(await adminIds()).toHaveLength(1);
  });

  test('nobody deletes their own account here, whether or not another administrator is left', async () => {
    const by = await admin();
    await expect(remove(by, by)).rejects.toMatchObject({
      status: 409,
      code: 'admin.own_account',
      message: 'You cannot delete your own account',
    });
    expect((await by.call('currentUser')).role).toBe('admin');
  });

  test('a deleted account leaves no rows in any table, and nobody else loses anything', async () => {
    const by = await admin();
    const bystander = await seedFarm(await server().register({ plan: 'enterprise' }));
    const before = await rowsNaming(server(), identities(bystander.person));
    const person = await server().register({ plan: 'enterprise' });
    await fill(server(), person, bystander.doe);
    const kept = ['mails', 'audit_log'];
    const full = await rowsNaming(server(), identities(person));
    expect([...full.keys()].toSorted()).toEqual((await tablesOfPeople(server())).filter((table) => !kept.includes(table)));

    expect(await remove(by, person)).toEqual({ message: 'User account deleted' });

    const left = await rowsNaming(server(), identities(person));
    // Only the farm's id remains, so that it is not mistaken for a farm that a restored database lacks.
    expect([...left.keys()].toSorted()).toEqual(['audit_log', 'deleted_farms', 'mails']);
    expect(left.get('deleted_farms')).toEqual([{ id: person.farmId, deleted_at: expect.any(String) as string }]);
    expect(await rowsNaming(server(), identities(bystander.person))).toEqual(before);
    await expect(person.call('currentUser')).rejects.toMatchObject({ status: 401 });
    await expect(
      server().call('login', { body: { username: person.username, password: person.password } }),
    ).rejects.toMatchObject({ status: 401 });
    await expect(remove(by, person)).rejects.toMatchObject({ status: 404, code: 'admin.user_not_found' });
  });

  test('a person counts as paying until the subscription has ended or a granted plan ends it', async () => {
    const by = await admin();
    const person = await server().register({ plan: 'enterprise' });
    const bystander = await seedFarm(await server().register({ plan: 'enterprise' }));
    const pays = async () =>
      (await by.call('listUsers', { query: { search: person.username } })).map(({ hasSubscription }) => hasSubscription);
    expect(await pays()).toEqual([false]);
    await fill(server(), person, bystander.doe);
    expect(await pays()).toEqual([true]);
    const setStatus = (status: 'active' | 'past_due' | 'canceled') =>
      server().db.updateTable('subscriptions').set({ status }).where('farm_id', '=', person.farmId).execute();
    await setStatus('canceled');
    expect(await pays()).toEqual([false]);
    await setStatus('past_due');
    expect(await pays()).toEqual([true]);
    expect(await setRole(by, person, 'admin')).toMatchObject({ hasSubscription: true });
    expect(await setRole(by, person, 'basic')).toMatchObject({ hasSubscription: false });
    expect(await pays()).toEqual([false]);
  });

  test('the pictures of a deleted farm and what was mailed to the person are deleted at once', async () => {
    const by = await admin();
    const person = await server().register({ plan: 'basic' });
    const { imageUrl } = await person.upload('uploadImage', { bytes: await testPicture().as('png') });
    const { db } = server();
    const mails = db.selectFrom('mails').select('subject').where('to_address', '=', `${person.username}@example.org`);
    await person.call('changePassword', { body: { currentPassword: person.password, newPassword: 'another correct horse' } });
    await db.updateTable('tasks').set({ state: 'done' }).where('kind', '=', 'mail').execute();
    expect((await mails.execute()).length).toBeGreaterThan(0);
    await remove(by, person);
    expect((await server().send({ method: 'GET', url: imageUrl })).statusCode).toBe(404);
    expect(await db.selectFrom('abandoned_pictures').selectAll().execute()).toEqual([]);
    expect((await mails.execute()).map(({ subject }) => /deleted/.test(subject))).toEqual([true]);
  });

  test('a copy of the database that is held deletes no pictures, which may be those of the installation', async () => {
    const by = await admin();
    const person = await server().register({ plan: 'basic' });
    const { imageUrl } = await person.upload('uploadImage', { bytes: await testPicture(31).as('png') });
    const { db, app, clock } = server();
    await db.insertInto('restores').values({ restored_at: clock.now().toISOString(), is_held: true }).execute();
    await remove(by, person);
    const read = async () => (await server().send({ method: 'GET', url: imageUrl })).statusCode;
    expect(await read()).toBe(200);
    await db.deleteFrom('restores').execute();
    await removeMarkedPictures(app.deps);
    expect(await read()).toBe(404);
  });

  test('a person is deleted without a farm that has other members', async () => {
    const by = await admin();
    const owner = await seedFarm(await server().register({ plan: 'enterprise' }));
    const helper = await server().register({ plan: 'basic' });
    const herd = await owner.person.call('listAnimals');
    await server().addMember(owner.person, helper, 'worker');
    await remove(by, helper);
    expect(await owner.person.call('listAnimals')).toEqual(herd);
  });

  test('an owner of a farm with other members can be deleted only after a handover, or with its name typed', async () => {
    const by = await admin();
    const [owner, worker, vet] = [
      await server().register({ plan: 'enterprise' }),
      await server().register(),
      await server().register(),
    ];
    await owner.call('changeProfile', { body: { farmName: 'Windy Hill' } });
    await server().addMember(owner, worker, 'worker');
    await server().addMember(owner, vet, 'vet');
    const named = (person: Person, farmName: string) =>
      by.call('deleteUser', { params: { id: person.userId }, query: { farmName } });
    const refused = { status: 409, code: 'admin.farm_has_members' };
    await expect(remove(by, owner)).rejects.toMatchObject({
      ...refused,
      message: expect.stringMatching(/2 other people work.*Windy Hill/),
    });
    await expect(named(owner, 'Windy')).rejects.toMatchObject(refused);
    expect(await worker.call('listAnimals')).toEqual([]);

    await owner.call('changeMember', { params: { userId: worker.userId }, body: { role: 'owner' } });
    await remove(by, owner);
    expect(await worker.call('currentUser')).toMatchObject({ farmRole: 'owner', farmName: 'Windy Hill' });

    await named(worker, ' Windy Hill ');
    await expect(vet.call('currentUser')).rejects.toMatchObject({ status: 401 });
    expect(await server().db.selectFrom('farms').select('id').where('id', '=', owner.farmId).execute()).toEqual([]);
    const again = await server().call('login', { body: { username: vet.username, password: vet.password } });
    expect(again).toMatchObject({ farmRole: 'owner' });
  });

  test('a request that was let in before its farm was removed adds nothing to it', async () => {
    const person = await server().register({ plan: 'enterprise' });
    await server()
      .db.transaction()
      .execute((tx) => markDeleted(tx, person.farmId, server().clock.now()));
    const offered = { tagNumber: 'L-1', species: 'goat', sex: 'female', forSale: true, salePrice: 5 } as const;
    await expect(person.addAnimal(offered)).rejects.toMatchObject({ status: 401 });
    expect(await server().db.selectFrom('animals').select('id').where('farm_id', '=', person.farmId).execute()).toEqual([]);
  });

  test('a reset mails a temporary password that only the person sees; the old one works until then (ASVS 6.4.6)', async () => {
    const by = await admin();
    const person = await server().register({ plan: 'basic' });
    const answer = await by.send({ method: 'POST', url: `/api/admin/users/${person.userId}/reset-password` });
    expect(answer.json()).toEqual({ message: 'Password reset email sent' });
    await server().call('login', { body: { username: person.username, password: person.password } });
    const [{ body } = expect.fail()] = await server().mailsTo(person);
    const password = /[A-Z2-7]{20}/.exec(body)?.[0] ?? '';
    expect(JSON.stringify(await by.call('listAudit'))).not.toContain(password);
    const user = await server().call('login', { body: { username: person.username, password } });
    expect(user.hasTemporaryPassword).toBe(true);
    await expect(person.call('currentUser')).rejects.toMatchObject({ status: 401 });
  });
});

describeOnEachEngine({ name: 'the list of people', usually: 'postgres' }, (server) => {
  const heads = 230;
  const nameOf = (index: number) => `Person ${String((index * 37) % heads).padStart(3, '0')}`;
  const everybody = async (by: Person, query: { search?: string; sort?: 'newest' | 'oldest' | 'name'; limit?: number }) => {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const pages = await by.pages<{ username: string }>(`/api/admin/users?${search}`);
    return pages.flat().map(({ username }) => username);
  };

  test('shows everyone once, page by page, in each order, and can be searched', async () => {
    const by = await server().register({ username: 'the admin', email: 'admin@example.org', plan: 'guest', isAdmin: true });
    await settle(server(), heads, nameOf);
    const order = Array.from({ length: heads }, (_, index) => nameOf(index));
    expect(await everybody(by, { sort: 'oldest' })).toEqual(['the admin', ...order]);
    expect(await everybody(by, { limit: 7 })).toEqual([...order.toReversed(), 'the admin']);
    expect(await everybody(by, { sort: 'name', limit: 31 })).toEqual([...order.toSorted(), 'the admin']);
    expect(await everybody(by, { search: 'PERSON 01', limit: 4, sort: 'oldest' })).toEqual(
      order.filter((name) => name.includes('01')),
    );
    expect(await everybody(by, { search: 'hill 014 person' })).toEqual(['Person 014']);
    expect(await everybody(by, { search: 'p014@example' })).toEqual(['Person 014']);
    for (const search of ['%', '_', '\\', "'", 'no such person'])
      expect([search, await everybody(by, { search })]).toEqual([search, []]);
  });

  test('without a query it lists the newest fifty, with the animals that count on their plan', async () => {
    const by = await server().register({ plan: 'guest', isAdmin: true });
    await by.call('addSample');
    await by.addAnimal({ tagNumber: '1' });
    const people = await by.call('listUsers');
    expect(people).toHaveLength(50);
    expect(people[0]).toMatchObject({ username: by.username, role: 'admin', animalCount: 1 });
    expect(JSON.stringify(people)).not.toMatch(/hash|argon/i);
  });

  test.each(['limit=0', 'limit=201', 'limit=x', 'sort=password', 'cursor=%00', `search=${'x'.repeat(101)}`])(
    'refuses %s',
    async (query) => {
      const by = await server().register({ plan: 'guest', isAdmin: true });
      expect((await by.send({ method: 'GET', url: `/api/admin/users?${query}` })).statusCode).toBe(400);
    },
  );
});

const identities = ({ userId, farmId, username }: Person): string[] => [userId, farmId, username];

async function tablesOfPeople(server: TestServer): Promise<string[]> {
  const columns = await readColumns(server);
  const owned = columns.filter(({ name }) => ['farm_id', 'user_id', 'to_address'].includes(name)).map(({ table }) => table);
  return [...new Set<string>([...owned, 'farms', 'users'])].toSorted();
}

/** Rows with one of the texts in any column, by table. */
async function rowsNaming(server: TestServer, texts: readonly string[]): Promise<Map<string, unknown[]>> {
  const found = new Map<string, unknown[]>();
  const columns = await readColumns(server);
  // The full-text index follows its listings.
  for (const table of new Set(columns.map((column) => column.table).filter((name) => !name.startsWith('listing_words')))) {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(server.db);
    const naming = rows.filter((row) => texts.some((text) => JSON.stringify(row).includes(text)));
    if (naming.length > 0) found.set(table, naming);
  }
  return found;
}

async function fill(server: TestServer, person: Person, strangersDoe: string): Promise<void> {
  const { doe, buck, kid, ids } = await seedFarm(person);
  expect(doe).not.toBe(strangersDoe);
  await person.call('removeMember', { params: { userId: ids['members'] ?? '' } });
  await person.call('changeAnimal', { params: { id: doe }, body: { forSale: true, salePrice: '120' } });
  const photos = [];
  for (const width of [64, 65]) {
    photos.push((await person.upload('uploadImage', { bytes: await testPicture(width).as('png') })).imageUrl);
  }
  await person.call('changeListingDetails', { params: { id: doe }, body: { photos, clipUrl: null, shared: null } });
  await person.call('addFavourite', { params: { id: doe } });
  await person.call('addSavedSearch', { body: { id: uuidv7(), name: 'Boer', search: {} } });
  const stop = { token_hash: uuidv7(), user_id: person.userId, created_at: '2026-05-01T00:00:00.000Z' };
  await server.insert('search_mail_stops', stop);
  await person.call('deleteBreedingRecord', { params: { id: ids['breeding-records'] ?? '' } });
  await person.call('addBreedingRecord', {
    body: { motherId: doe, fatherId: buck, breedingDate: '2025-10-03', offspringIds: [kid] },
  });
  const treatment = { id: uuidv7(), kind: 'treatment', animalId: doe, day: '2026-05-01', productName: 'X' } as const;
  const body = { events: [{ ...treatment, withdrawals: [{ product: 'meat', days: 28 }] }] };
  const { epoch } = await person.call('readChanges', { query: {} });
  const { results } = await person.call('sync', {
    body: { device: 'phone', epoch, ops: [{ id: uuidv7(), call: 'recordEvents', body }] },
  });
  expect(results).toMatchObject([{ outcome: 'applied' }]);
  const { db } = server;
  const now = new Date().toISOString();
  const farm = { farm_id: person.farmId };
  const ofImport = { ...farm, import_id: ids['imports'] ?? '' };
  await server.insert('import_outcomes', { ...ofImport, row_number: 9, verdict: 'ready', is_remarked: false, outcome: '{}' });
  await server.insert('import_changes', { ...ofImport, animal_id: doe, before: '{}', version_after: 2 });
  await server.insert('import_memory', { ...farm, key: 'tag', value: 'tagNumber' });
  await person.call('allowSupport', { body: { hours: 1 } });
  await person.call('changeStorefront', { body: { placeName: 'Olathe', coordinates: '39, -95', precision: 'km10' } });
  await person.call('makeCalendarLink', { body: { kinds: ['chores'], zone: 'UTC' } });
  const { token_hash: session_hash } = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('farm_id', '=', person.farmId)
    .executeTakeFirstOrThrow();
  const device = { endpoint: 'https://push.example/1', p256dh: 'B', auth: 'a', zone: 'UTC', hour: 5, created_at: now };
  await server.insert('push_subscriptions', { ...farm, user_id: person.userId, session_hash, ...device });
  const reminded = { ...farm, user_id: person.userId };
  const entry = { day: '2026-05-01', title: 'Fence', note: '', sequence: 0, changed_at: now, cancelled_at: null };
  await server.insert('calendar_entries', { ...reminded, key: 'chore', ...entry });
  await server.insert('mail_stops', { ...reminded, token_hash: crypto.randomUUID(), created_at: now });
  const coupon = crypto.randomUUID();
  await server.insert('coupons', {
    id: coupon,
    code: coupon,
    discount_percent: 100,
    valid_until: null,
    is_active: true,
    created_at: now,
  });
  await server.insert('coupon_redemptions', { ...farm, coupon_id: coupon, redeemed_at: now });
  const checkout = {
    ...farm,
    id: uuidv7(),
    user_id: person.userId,
    plan_type: 'basic',
    billing_cycle: 'monthly',
    list_cents: 521,
    amount_cents: 521,
    currency: 'usd',
    trial_days: 0,
    state: 'granted',
    provider: 'test',
    create_digest: '',
    created_at: now,
  } as const;
  await server.insert('checkouts', checkout);
  await server.insert('subscriptions', {
    ...farm,
    id: `sub-${checkout.id}`,
    provider: 'test',
    checkout_id: checkout.id,
    status: 'active',
    observed_at: now,
    is_ending: false,
    ending_observed_at: now,
    created_at: now,
  });
  await server.insert('stale_listings', { ...farm, mark: 1 });
  await server.insert('reserved_slugs', { ...farm, slug: person.farmId, at: now });
  await server.insert('people', { ...farm, id: uuidv7(), name: 'Sam' });
  await server.insert('temporary_passwords', { user_id: person.userId, password_hash: '', beginning: '', expires_at: now });
  await server.insert('email_changes', {
    token_hash: person.userId,
    user_id: person.userId,
    old_email: '',
    position: 1,
    changed_at: now,
  });
  await server.insert('email_confirmations', { token_hash: person.userId, user_id: person.userId, email: '', created_at: now });
}

async function settle(server: TestServer, heads: number, nameOf: (index: number) => string): Promise<void> {
  const created_at = server.clock.now().toISOString();
  const rows = Array.from({ length: heads }, (_, index) => {
    const username = nameOf(index);
    return { id: uuidv7(), farm_id: uuidv7(), username, place: username.slice(-3) };
  });
  await server.insert(
    'farms',
    rows.map(({ farm_id, place }) => ({ id: farm_id, name: `Hill ${place}`, created_at })),
  );
  await server.insert(
    'users',
    rows.map(({ id, username, place }) => ({
      id,
      username,
      username_key: username.toLowerCase(),
      email: `p${place}@example.org`,
      password_hash: 'argon2',
      created_at,
    })),
  );
  await server.insert(
    'memberships',
    rows.map(({ id, farm_id }) => ({ farm_id, user_id: id, role: 'owner' as const, created_at })),
  );
}
