import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';

describeOnEachEngine('the settings of the installation', (server) => {
  test('can be read by everybody, changed by administrators, and are in the audit log', async () => {
    const visitor = server().visitor();
    expect(await visitor.call('readSite')).toEqual({
      supportAddress: null,
      registration: 'open',
      prioritySupport: null,
      dedicatedSupport: null,
      advancedAnalytics: null,
      termsUrl: null,
      privacyUrl: null,
    });
    const admin = await server().register({ isAdmin: true });
    const said = { supportAddress: 'help@example.org', prioritySupport: 'An answer within two days' };
    await admin.call('changeSite', { body: said });
    expect(await visitor.call('readSite')).toMatchObject(said);
    const [entry] = await admin.call('listAudit', { query: {} });
    expect(entry).toMatchObject({
      action: 'site.changed',
      adminName: admin.username,
      subject: 'Support address, Priority support',
    });
    await admin.call('changeSite', { body: { supportAddress: '', prioritySupport: null } });
    expect(await visitor.call('readSite')).toMatchObject({ supportAddress: null, prioritySupport: null });
    const refused = await admin.send({ method: 'PATCH', url: '/api/admin/site', payload: { supportAddress: 'a@b\r\nBcc: c@d' } });
    expect(refused.statusCode).toBe(400);
    await admin.call('changeSite', { body: { termsUrl: 'https://example.org/terms' } });
    expect(await visitor.call('readSite')).toMatchObject({ termsUrl: 'https://example.org/terms', privacyUrl: null });
    await expect(admin.call('changeSite', { body: { privacyUrl: 'javascript:alert(1)' } })).rejects.toMatchObject({
      status: 400,
    });
  });

  test('users are listed with the last day on which they did anything', async () => {
    const admin = await server().register({ isAdmin: true });
    const person = await server().register({ plan: 'guest' });
    const listed = async () => (await admin.call('listUsers', { query: { search: person.username } }))[0]?.lastActive;
    const today = server().clock.now().toISOString().slice(0, 10);
    expect(await listed()).toBe(today);
    server().clock.advance({ days: 3 });
    expect(await listed()).toBe(today);
    await person.call('listAnimals');
    expect(await listed()).toBe(server().clock.now().toISOString().slice(0, 10));
  });
});
