import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';

describeOnEachEngine('registration by link', (server) => {
  const address = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@example.org`;
  const linkTo = async (to: string): Promise<string> => {
    const mails = (await server().mailsTo(to)).filter(({ subject }) => subject.startsWith('You are invited'));
    return /link=([\w-]+)/.exec(mails.at(-1)?.body ?? '')?.[1] ?? '';
  };
  const register = (email: string, link?: string) => {
    const username = `farmer-${crypto.randomUUID().slice(0, 8)}`;
    return server().call('register', { body: { username, password: 'correct horse', email, link } });
  };
  const admins = async () => {
    const admin = await server().register({ isAdmin: true });
    const invite = (...addresses: string[]) => admin.call('sendRegistrationLinks', { body: { addresses } });
    return { admin, invite };
  };
  const used = { status: 400, code: 'accounts.registration_link_used' };

  test('with closed registration an account needs a link, which works once and confirms its address', async () => {
    const { admin, invite } = await admins();
    await admin.call('changeSite', { body: { registration: 'links' } });
    await expect(register(address('ada'))).rejects.toMatchObject({ status: 403, code: 'accounts.registration_closed' });
    const invited = address('bea');
    await invite(invited);
    const link = await linkTo(invited);
    const both = await Promise.allSettled([register(invited, link), register(invited, link)]);
    const expected = [{ status: 'fulfilled', value: { emailConfirmed: true } }, { status: 'rejected' }];
    expect(both.toSorted((one, other) => (one.status < other.status ? -1 : 1))).toMatchObject(expected);
    await expect(register(invited, link)).rejects.toMatchObject(used);
    await expect(register(address('eve'), 'A'.repeat(43))).rejects.toMatchObject(used);
    await admin.call('changeSite', { body: { registration: 'open' } });
    await register(address('ada'));
  });

  test('a list has a result for each line, and an earlier link to the same address stops working', async () => {
    const { invite } = await admins();
    const invited = address('cleo');
    const { username } = await server().register();
    const known = `${username}@EXAMPLE.ORG`;
    const lines = await invite(invited, invited.toUpperCase(), 'no address', 'a@b.example\r\nBcc: c@d.example', known, '');
    expect(lines.map(({ outcome }) => outcome)).toEqual(['sent', 'invalid', 'invalid', 'registered']);
    const early = await linkTo(invited);
    await invite(invited);
    await expect(register(address('x'), early)).rejects.toMatchObject(used);
    expect(await register(address('other'), await linkTo(invited))).toMatchObject({ emailConfirmed: false });
  });

  test('a link expires after 14 days, or when it is revoked', async () => {
    const { admin, invite } = await admins();
    const [kept, revoked] = [address('fay'), address('gus')];
    await invite(kept, revoked);
    const idOf = async (email: string) => (await admin.call('listRegistrationLinks')).find((link) => link.email === email)?.id;
    await admin.call('deleteRegistrationLink', { params: { id: (await idOf(revoked)) ?? '' } });
    await expect(register(revoked, await linkTo(revoked))).rejects.toMatchObject(used);
    server().clock.advance({ days: 15 });
    await expect(register(kept, await linkTo(kept))).rejects.toMatchObject(used);
    expect(await idOf(kept)).toBeUndefined();
  });
});
