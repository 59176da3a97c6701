import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';

const account = (email: string, link?: string) => ({
  username: `farmer-${crypto.randomUUID().slice(0, 8)}`,
  password: 'correct horse',
  email,
  ...(link !== undefined && { link }),
});

describeOnEachEngine('registration by link', (server) => {
  const address = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@example.org`;
  const linkTo = async (to: string): Promise<string> => {
    const mails = (await server().mailsTo(to)).filter(({ subject }) => subject.startsWith('You are invited'));
    return /link=([\w-]+)/.exec(mails.at(-1)?.body ?? '')?.[1] ?? '';
  };
  const send = async (email: string, link?: string) =>
    server().send({ method: 'POST', url: '/api/auth/register', payload: account(email, link) });

  test('with closed registration an account needs a link, which works once and confirms its address', async () => {
    const admin = await server().register({ isAdmin: true });
    await admin.call('changeSite', { body: { registration: 'links' } });
    const closed = await send(address('ada'));
    expect([closed.statusCode, closed.json<{ code: string }>().code]).toEqual([403, 'accounts.registration_closed']);
    const invited = address('bea');
    const answer = await admin.call('sendRegistrationLinks', { body: { addresses: [invited] } });
    expect(answer).toEqual([{ address: invited, outcome: 'sent' }]);
    const link = await linkTo(invited);
    const both = await Promise.all([send(invited, link), send(invited, link)]);
    const made = both.find(({ statusCode }) => statusCode === 201);
    expect(both.filter((one) => one !== made).map(({ statusCode }) => statusCode)).toEqual([400]);
    expect(made?.json<{ emailConfirmed: boolean }>().emailConfirmed).toBe(true);
    for (const refused of [await send(invited, link), await send(address('eve'), 'A'.repeat(43))]) {
      expect(refused.json<{ code: string }>().code).toBe('accounts.registration_link_used');
    }
    await admin.call('changeSite', { body: { registration: 'open' } });
    expect((await send(address('ada'))).statusCode).toBe(201);
  });

  test('a list has a result for each line, and an earlier link to the same address stops working', async () => {
    const admin = await server().register({ isAdmin: true });
    const invited = address('cleo');
    const addresses = [invited, invited.toUpperCase(), 'no address', 'a@b.example\r\nBcc: c@d.example', address('dora'), ''];
    const lines = await admin.call('sendRegistrationLinks', { body: { addresses } });
    expect(lines.map(({ outcome }) => outcome)).toEqual(['sent', 'invalid', 'invalid', 'sent']);
    const sentTo = lines[0]?.address ?? '';
    const early = await linkTo(sentTo);
    await admin.call('sendRegistrationLinks', { body: { addresses: [sentTo] } });
    const late = await linkTo(sentTo);
    expect((await send(address('x'), early)).statusCode).toBe(400);
    const made = await send(address('other'), late);
    expect([made.statusCode, made.json<{ emailConfirmed: boolean }>().emailConfirmed]).toEqual([201, false]);
    const { username } = await server().register();
    const known = { body: { addresses: [`${username}@EXAMPLE.ORG`] } };
    expect(await admin.call('sendRegistrationLinks', known)).toMatchObject([{ outcome: 'registered' }]);
    const audit = await admin.call('listAudit', { query: {} });
    expect(audit.map(({ action, subject }) => [action, subject])).toContainEqual(['links.sent', '2 addresses']);
  });

  test('a link expires after 14 days, or when it is revoked', async () => {
    const admin = await server().register({ isAdmin: true });
    const [kept, revoked] = [address('fay'), address('gus')];
    await admin.call('sendRegistrationLinks', { body: { addresses: [kept, revoked] } });
    const links = await admin.call('listRegistrationLinks');
    const id = links.find(({ email }) => email === revoked)?.id ?? '';
    await admin.call('deleteRegistrationLink', { params: { id } });
    expect((await send(revoked, await linkTo(revoked))).statusCode).toBe(400);
    const link = await linkTo(kept);
    server().clock.advance({ days: 15 });
    expect((await send(kept, link)).statusCode).toBe(400);
    expect((await admin.call('listRegistrationLinks')).map(({ email }) => email)).not.toContain(kept);
  });
});
