import { expect, test } from 'vitest';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

describeOnEachEngine('support access by consent', (server) => {
  const farm = async () => {
    const [owner, admin] = [await server().register({ plan: 'guest' }), await server().register({ isAdmin: true })];
    const { id } = await owner.addAnimal();
    const visit = () => admin.send({ method: 'POST', url: `/api/admin/users/${owner.userId}/visit` });
    return { owner, admin, id, visit };
  };
  const codeOf = (answer: { json: <T>() => T }) => answer.json<{ code: string }>().code;
  const list = (person: Person) => person.send({ method: 'GET', url: '/api/animals' });

  test('an administrator can view the farm but not change it, whatever role the owner assigns, and both logs record the visit', async () => {
    const { owner, admin, id, visit } = await farm();
    const { endsAt } = await owner.call('allowSupport', { body: { hours: 1 } });
    expect(await owner.call('currentUser')).toMatchObject({ supportUntil: endsAt });
    expect((await visit()).statusCode).toBe(200);
    expect(await admin.call('currentUser')).toMatchObject({ farmId: owner.farmId, farmRole: 'viewer', isVisit: true });
    expect(await admin.call('listAnimals')).toMatchObject([{ id }]);
    const raised = owner.call('changeMember', { params: { userId: admin.userId }, body: { role: 'vet' } });
    await expect(raised).rejects.toMatchObject({ code: 'access.role' });
    await expect(admin.changeAnimal(id, { name: 'Mine' })).rejects.toMatchObject({ code: 'access.role' });
    expect(await owner.call('readSupportAccess')).toMatchObject({ endsAt, visitors: [{ name: admin.username }] });
    const [visited, allowed] = await owner.call('readHistory', { query: { kind: 'farm' } });
    expect([visited?.call, visited?.by?.id]).toEqual(['visitFarm', admin.userId]);
    expect(allowed?.changes[0]?.fields).toEqual({ supportUntil: [null, endsAt] });
    const audit = await admin.call('listAudit', { query: {} });
    expect(audit[0]).toMatchObject({ action: 'farm.visited', adminName: admin.username, subject: owner.username });
  });

  test('a farm cannot be visited without it, and a visit ends at once when the owner withdraws it, and when it expires', async () => {
    const { owner, admin, visit } = await farm();
    expect(codeOf(await visit())).toBe('support.not_allowed');
    await owner.call('allowSupport', { body: { hours: 24 } });
    await visit();
    expect((await list(admin)).statusCode).toBe(200);
    expect(await owner.call('endSupport')).toEqual({ endsAt: null, visitors: [] });
    expect((await list(admin)).statusCode).toBe(401);
    await admin.signIn();
    expect((await admin.call('currentUser')).farmId).toBe(admin.farmId);
    expect(codeOf(await visit())).toBe('support.not_allowed');
    await owner.call('allowSupport', { body: { hours: 1 } });
    await visit();
    server().clock.advance({ minutes: 59 });
    expect((await list(admin)).statusCode).toBe(200);
    server().clock.advance({ minutes: 2 });
    expect((await list(admin)).statusCode).toBe(401);
  });

  test('an administrator who is a member keeps the role that the owner has assigned', async () => {
    const { owner, admin, visit } = await farm();
    await server().addMember(owner, admin, 'vet');
    await owner.call('allowSupport', { body: { hours: 1 } });
    expect((await visit()).json()).toMatchObject({ farmRole: 'vet', isVisit: false });
    await owner.call('endSupport');
    expect((await list(admin)).statusCode).toBe(200);
  });

  test('the database itself refuses that a visit writes or has no end', async () => {
    const { owner, admin, visit } = await farm();
    await owner.call('allowSupport', { body: { hours: 1 } });
    await visit();
    for (const change of [{ role: 'owner' as const }, { ends_at: null }])
      await expect(server().changeMember(owner, admin, change)).rejects.toThrow(/constraint/i);
  });
});
