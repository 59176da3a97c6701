import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';

describeOnEachEngine('the settings of the installation', (server) => {
  test('can be read by everybody, changed by administrators, and are in the audit log', async () => {
    const visitor = server().visitor();
    const admin = await server().register({ isAdmin: true });
    const said = { supportAddress: 'help@example.org', termsUrl: 'https://example.org/terms' };
    await admin.call('changeSite', { body: said });
    expect(await visitor.call('readSite')).toMatchObject({ ...said, registration: 'open', privacyUrl: null });
    const [entry] = await admin.call('listAudit', { query: {} });
    expect(entry).toMatchObject({ action: 'site.changed', adminName: admin.username });
    await admin.call('changeSite', { body: { supportAddress: '' } });
    expect(await visitor.call('readSite')).toMatchObject({ ...said, supportAddress: null });
    for (const body of [{ supportAddress: 'a@b\r\nBcc: c@d' }, { privacyUrl: 'javascript:alert(1)' }]) {
      await expect(admin.call('changeSite', { body })).rejects.toMatchObject({ status: 400 });
    }
  });

  test('give security.txt its address, and without one there is no such file', async () => {
    const ask = () => server().send({ method: 'GET', url: '/.well-known/security.txt' });
    const admin = await server().register({ isAdmin: true });
    await admin.call('changeSite', { body: { supportAddress: '' } });
    expect((await ask()).statusCode).toBe(404);
    await admin.call('changeSite', { body: { supportAddress: 'help@farm.example.org' } });
    const { payload, headers } = await ask();
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(payload).toMatch(/^Contact: mailto:help@farm\.example\.org\nExpires: \d{4}-\d\d-\d\dT/);
  });
});
