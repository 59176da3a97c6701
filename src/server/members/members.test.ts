import { expect, test } from 'vitest';
import type { FarmRole, InvitableRole } from '#domain/accounts/members.ts';
import { describeOnEachEngine, type Person, type TestServer } from '#test/engines.ts';
import { tokenMailedTo } from '#test/invitations.ts';
import { endMembershipsByTime } from './end-membership.ts';

const goat = { tagNumber: 'A-1', species: 'goat', sex: 'female' } as const;
const newAddress = (): string => `${crypto.randomUUID()}@example.org`;

async function join(server: TestServer, owner: Person, role: InvitableRole, days?: number): Promise<Person> {
  const email = newAddress();
  const person = await server.register({ email });
  await owner.call('invite', { body: { email, role, ...(days && { days }) } });
  await person.call('acceptInvitation', { body: { token: await tokenMailedTo(server, email) } });
  return person;
}

describeOnEachEngine('people of a farm', (server) => {
  const enterprise = () => server().register({ plan: 'enterprise' });

  test('accept with the account of the address, and work on the farm in this session and after the next sign-in', async () => {
    const owner = await enterprise();
    const email = newAddress();
    const vet = await server().register({ email, isConfirmed: false });
    await owner.call('invite', { body: { email: email.toUpperCase(), role: 'vet' } });
    const token = await tokenMailedTo(server(), email);
    const joined = { farmId: owner.farmId, farmRole: 'vet', emailConfirmed: true };
    expect(await vet.call('acceptInvitation', { body: { token } })).toMatchObject(joined);
    await vet.signIn();
    const farms = [
      { id: vet.farmId, role: 'owner' },
      { id: owner.farmId, isOpen: true },
    ];
    expect(await vet.call('listFarms')).toMatchObject(farms);
  });

  test('register by the link of an invitation, which confirms the address, and join only that farm', async () => {
    const [owner, visitor, email] = [await enterprise(), server().visitor(), newAddress()];
    await owner.call('changeProfile', { body: { farmName: 'Windy Hill' } });
    await owner.call('invite', { body: { email, role: 'worker' } });
    const token = await tokenMailedTo(server(), email);
    const opened = await visitor.call('openInvitation', { body: { token } });
    expect(opened).toMatchObject({ email, role: 'worker', farmName: 'Windy Hill' });
    const body = { username: crypto.randomUUID(), email, password: 'correct horse', invitation: token };
    const joined = { farmId: owner.farmId, farmRole: 'worker', emailConfirmed: true };
    expect(await visitor.call('register', { body })).toMatchObject(joined);
    expect(await visitor.call('listFarms')).toEqual([{ id: owner.farmId, name: 'Windy Hill', role: 'worker', isOpen: true }]);
    expect(await owner.call('listInvitations')).toMatchObject([{ email, state: 'accepted' }]);
  });

  test('who join while a large import is filling the farm are asked to try again', async () => {
    const owner = await enterprise();
    const email = newAddress();
    const person = await server().register({ email });
    await owner.call('invite', { body: { email, role: 'worker' } });
    const body = { token: await tokenMailedTo(server(), email) };
    const fill = (filling: string | null) =>
      server().db.updateTable('farms').set({ filling }).where('id', '=', owner.farmId).execute();
    await fill('import::1');
    await expect(person.call('acceptInvitation', { body })).rejects.toMatchObject({ status: 503, code: 'farm.filling' });
    await fill(null);
    expect(await person.call('acceptInvitation', { body })).toMatchObject({ farmId: owner.farmId });
  });

  test('switch between their farms, and to no other', async () => {
    const owner = await enterprise();
    const stranger = await enterprise();
    const worker = await join(server(), owner, 'worker');
    expect(await worker.call('openFarm', { params: { id: worker.farmId } })).toMatchObject({ farmId: worker.farmId });
    await worker.addAnimal({ ...goat, tagNumber: 'own' });
    for (const id of [stranger.farmId, crypto.randomUUID()]) {
      await expect(worker.call('openFarm', { params: { id } })).rejects.toMatchObject({ status: 404, code: 'farms.not_found' });
    }
    await worker.call('openFarm', { params: { id: owner.farmId } });
    expect(await worker.call('listAnimals')).toEqual([]);
    await owner.call('removeMember', { params: { userId: worker.userId } });
    await worker.signIn();
    await expect(worker.call('openFarm', { params: { id: owner.farmId } })).rejects.toMatchObject({ status: 404 });
  });

  test('are listed with their roles and, for members who may invite, with the last day of use', async () => {
    const owner = await enterprise();
    const worker = await join(server(), owner, 'worker');
    const today = server().clock.now().toISOString().slice(0, 10);
    expect(await owner.call('listMembers')).toMatchObject([
      { userId: owner.userId, role: 'owner', isYou: true, lastSeen: today },
      { userId: worker.userId, role: 'worker', isYou: false, lastSeen: today, endsAt: null },
    ]);
    expect(await worker.call('listMembers')).toMatchObject([{ lastSeen: null }, { isYou: true, lastSeen: null }]);
  });

  test('who are removed lose their sessions and their calendar there at once, and can be invited again', async () => {
    const owner = await enterprise();
    const manager = await join(server(), owner, 'manager');
    const { token } = await manager.call('makeCalendarLink', { body: { kinds: ['chores'], zone: 'UTC' } });
    const calendar = { method: 'GET', url: `/api/calendar/${token}.ics` } as const;
    expect((await server().send(calendar)).statusCode).toBe(200);
    await owner.call('removeMember', { params: { userId: manager.userId } });
    await expect(manager.call('listAnimals')).rejects.toMatchObject({ status: 401 });
    expect((await server().send(calendar)).statusCode).toBe(404);
    await manager.signIn();
    const { email } = await manager.call('currentUser');
    await owner.call('invite', { body: { email, role: 'vet' } });
    await manager.call('acceptInvitation', { body: { token: await tokenMailedTo(server(), email) } });
    expect(await manager.call('currentUser')).toMatchObject({ farmId: owner.farmId, farmRole: 'vet' });
  });

  test('get another role, effective at the next request, from a member above both roles', async () => {
    const owner = await enterprise();
    const [manager, other] = [await join(server(), owner, 'manager'), await join(server(), owner, 'manager')];
    const worker = await join(server(), owner, 'worker');
    const change = (by: Person, { userId }: Person, role: FarmRole) =>
      by.call('changeMember', { params: { userId }, body: { role } });
    expect(await change(manager, worker, 'viewer')).toMatchObject({ userId: worker.userId, role: 'viewer' });
    await expect(worker.addAnimal(goat)).rejects.toMatchObject({ code: 'access.role' });
    for (const refused of [
      () => change(manager, worker, 'manager'),
      () => change(manager, other, 'worker'),
      () => change(manager, owner, 'worker'),
      () => change(manager, manager, 'owner'),
      () => manager.call('removeMember', { params: { userId: other.userId } }),
      () => manager.call('invite', { body: { email: newAddress(), role: 'manager' } }),
    ])
      await expect(refused()).rejects.toMatchObject({ code: 'access.role' });
    await manager.call('invite', { body: { email: newAddress(), role: 'worker' } });
  });

  test('have one owner, who hands the farm over and cannot leave it before', async () => {
    const owner = await enterprise();
    const worker = await join(server(), owner, 'worker', 7);
    const lastOwner = { status: 409, code: 'members.last_owner' };
    const params = { userId: owner.userId };
    for (const refused of [
      () => owner.call('leaveFarm', { body: {} }),
      () => owner.call('removeMember', { params }),
      () => owner.call('changeMember', { params, body: { role: 'worker' } }),
    ])
      await expect(refused()).rejects.toMatchObject(lastOwner);
    const handOver = { params: { userId: worker.userId }, body: { role: 'owner' } } as const;
    expect(await owner.call('changeMember', handOver)).toMatchObject({ role: 'owner', endsAt: null });
    expect(await owner.call('currentUser')).toMatchObject({ farmRole: 'manager' });
    await expect(worker.call('leaveFarm', { body: {} })).rejects.toMatchObject(lastOwner);
    expect(await owner.call('leaveFarm', { body: {} })).toMatchObject({ isOtherOpen: false });
    await expect(owner.call('currentUser')).rejects.toMatchObject({ status: 401 });
    expect(await worker.call('listMembers')).toMatchObject([{ userId: worker.userId, role: 'owner' }]);
  });

  test('who leave a farm go on in their other one', async () => {
    const owner = await enterprise();
    const vet = await join(server(), owner, 'vet');
    const request = { body: { farmId: owner.farmId } };
    expect(await vet.call('leaveFarm', request)).toMatchObject({ isOtherOpen: true });
    await expect(vet.call('leaveFarm', request)).rejects.toMatchObject({ status: 409, code: 'farms.other_open' });
    expect(await vet.call('currentUser')).toMatchObject({ farmId: vet.farmId, farmRole: 'owner' });
    expect(await owner.call('listMembers')).toHaveLength(1);
  });

  test('whose membership has ended lose access at once', async () => {
    const owner = await server().register({ plan: 'enterprise' });
    const vet = await join(server(), owner, 'vet', 7);
    server().clock.advance({ days: 6 });
    expect(await vet.call('listAnimals')).toEqual([]);
    server().clock.advance({ days: 1, minutes: 1 });
    await expect(vet.call('listAnimals')).rejects.toMatchObject({ status: 401 });
    expect(await owner.call('listMembers')).toHaveLength(1);
    const { db, clock } = server();
    await endMembershipsByTime.run({ ...server().app.deps, now: clock.now }, new AbortController().signal);
    const sessions = await db.selectFrom('sessions').select('token_hash').where('user_id', '=', vet.userId).execute();
    expect(sessions).toEqual([]);
    await vet.signIn();
    expect(await vet.call('currentUser')).toMatchObject({ farmId: vet.farmId });
  });
});

describeOnEachEngine('the plan of a farm', (server) => {
  test.each([undefined, 'guest', 'premium'] as const)('%s lets a vet and a viewer in, and names what it lacks', async (plan) => {
    const owner = await server().register(plan ? { plan } : {});
    await owner.call('invite', { body: { email: newAddress(), role: 'viewer' } });
    for (const role of ['manager', 'worker'] as const) {
      const refused = owner.call('invite', { body: { email: newAddress(), role } });
      await expect(refused).rejects.toMatchObject({ status: 403, code: 'plan.lacks_people', message: /Enterprise/ });
    }
    const { userId } = await join(server(), owner, 'vet');
    const promoted = owner.call('changeMember', { params: { userId }, body: { role: 'worker' } });
    await expect(promoted).rejects.toMatchObject({ code: 'plan.lacks_people' });
  });

  test('that ends leaves workers and managers on the farm as viewers until there is such a plan again', async () => {
    const owner = await server().register({ plan: 'enterprise' });
    const [manager, vet] = [await join(server(), owner, 'manager'), await join(server(), owner, 'vet')];
    const { id } = await manager.addAnimal(goat);
    const farm = server().db.updateTable('farms').where('id', '=', owner.farmId);
    for (const change of [{ plan_status: 'expired' }, { plan_type: 'premium', plan_status: 'active' }] as const) {
      await farm.set(change).execute();
      expect(await manager.call('listAnimals')).toMatchObject([{ id }]);
      expect(await manager.call('currentUser')).toMatchObject({ farmRole: 'viewer' });
      await expect(manager.addAnimal(goat)).rejects.toMatchObject({ code: 'plan.lacks_people' });
      const note = { id: crypto.randomUUID(), kind: 'note', animalId: id, day: '2026-01-02', note: 'Lame' } as const;
      await vet.call('recordEvents', { body: { events: [note] } });
    }
    await farm.set({ plan_type: 'enterprise', plan_status: 'active' }).execute();
    await manager.call('changeAnimal', { params: { id }, body: { name: 'Bella' } });
  });
});
