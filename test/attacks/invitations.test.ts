import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { tokenMailedTo } from '#test/invitations.ts';

const newAddress = (): string => `${crypto.randomUUID()}@example.org`;
const invalid = { status: 400, code: 'invitations.invalid' };
const registration = (email: string, invitation: string) => ({
  body: { username: crypto.randomUUID(), email, password: 'correct horse', invitation },
});

describeOnEachEngine({ name: 'an invitation', usually: 'both' }, (server) => {
  const enterprise = () => server().register({ plan: 'enterprise' });
  const invite = async (owner: Person, email: string, role: 'worker' | 'manager' = 'worker'): Promise<string> => {
    await owner.call('invite', { body: { email, role } });
    return tokenMailedTo(server(), email);
  };
  const membersOf = async ({ farmId }: Person) =>
    server().db.selectFrom('memberships').select('user_id').where('farm_id', '=', farmId).where('ended_at', 'is', null).execute();

  test('that was used lets nobody else in, and whoever used it in again', async () => {
    const [owner, email] = [await enterprise(), newAddress()];
    const token = await invite(owner, email);
    const [first, twin] = [await server().register({ email }), await server().register({ email })];
    for (const _ of [1, 2]) await first.call('acceptInvitation', { body: { token } });
    await expect(twin.call('acceptInvitation', { body: { token } })).rejects.toMatchObject(invalid);
    await expect(server().call('register', registration(email, token))).rejects.toMatchObject(invalid);
    await owner.call('removeMember', { params: { userId: first.userId } });
    await first.signIn();
    await expect(first.call('acceptInvitation', { body: { token } })).rejects.toMatchObject(invalid);
    expect(await membersOf(owner)).toHaveLength(1);
  });

  test('is used by one of many who accept it at the same moment, by account or by registering', async () => {
    const [owner, email] = [await enterprise(), newAddress()];
    const token = await invite(owner, email);
    const twins = await Promise.all([1, 2, 3].map(() => server().register({ email })));
    const results = await Promise.allSettled([
      ...twins.map((twin) => twin.call('acceptInvitation', { body: { token } })),
      ...[1, 2, 3].map(() => server().call('register', registration(email, token))),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await membersOf(owner)).toHaveLength(2);
  });

  test('to one address opens nothing for another one', async () => {
    const [owner, email] = [await enterprise(), newAddress()];
    const token = await invite(owner, email);
    const other = await server().register();
    const refused = { status: 409, code: 'invitations.other_address' };
    await expect(other.call('acceptInvitation', { body: { token } })).rejects.toMatchObject(refused);
    await expect(server().call('register', registration(newAddress(), token))).rejects.toMatchObject(refused);
    expect(await other.call('currentUser')).toMatchObject({ farmId: other.farmId });
    expect(await membersOf(owner)).toHaveLength(1);
  });

  test('stops working when it is sent again, taken back or a week old, and when whoever sent it may not invite so any more', async () => {
    const [owner, email] = [await enterprise(), newAddress()];
    const open = (token: string) => server().call('openInvitation', { body: { token } });
    const first = await invite(owner, email);
    const second = await invite(owner, email);
    await expect(open(first)).rejects.toMatchObject(invalid);
    const [sent] = await owner.call('listInvitations');
    expect(await owner.call('listInvitations')).toHaveLength(1);
    await open(second);
    for (const _ of [1, 2]) await owner.call('revokeInvitation', { params: { id: sent?.id ?? '' } });
    await expect(open(second)).rejects.toMatchObject(invalid);
    const third = await invite(owner, email);
    server().clock.advance({ days: 7, seconds: 1 });
    await expect(open(third)).rejects.toMatchObject(invalid);
    expect(await owner.call('listInvitations')).toMatchObject([{ state: 'expired' }]);

    const manager = await server().register();
    await server().addMember(owner, manager, 'manager');
    const fourth = await invite(manager, newAddress());
    await open(fourth);
    await owner.call('changeMember', { params: { userId: manager.userId }, body: { role: 'vet' } });
    await expect(open(fourth)).rejects.toMatchObject(invalid);
  });

  test('to a member gives them no other role', async () => {
    const owner = await enterprise();
    const { email } = await owner.call('currentUser');
    const manager = await server().register();
    await server().addMember(owner, manager, 'manager');
    await expect(manager.call('invite', { body: { email, role: 'viewer' } })).rejects.toMatchObject({ code: 'members.already' });
    const later = newAddress();
    const token = await invite(manager, later);
    await owner.call('changeProfile', { body: { email: later, currentPassword: owner.password } });
    await owner.call('acceptInvitation', { body: { token } });
    expect(await owner.call('currentUser')).toMatchObject({ farmRole: 'owner' });
  });

  test('is answered alike whether or not the address has an account', async () => {
    const owner = await enterprise();
    const email = newAddress();
    await server().register({ email });
    const answers = [];
    for (const to of [email, newAddress()]) {
      const response = await owner.send({ method: 'POST', url: '/api/invitations', payload: { email: to, role: 'vet' } });
      const { id: _, email: __, createdAt: ___, expiresAt: ____, ...rest } = response.json<Record<string, unknown>>();
      answers.push([response.statusCode, rest]);
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  test('to an address with a header, a second address or a character of control is refused, and mails nobody', async () => {
    const owner = await enterprise();
    const count = async () => (await server().db.selectFrom('mails').select('id').execute()).length;
    const before = await count();
    const ends = ['\r\nBcc: b@example.org', '\nSubject: x', ', b@example.org', '?bcc=b@example.org', '\u0000'];
    for (const email of [...ends.map((end) => `a@example.org${end}`), '"a b"@example.org', '<a@example.org>'])
      await expect(owner.call('invite', { body: { email, role: 'vet' } }), email).rejects.toMatchObject({ status: 400 });
    expect(await count()).toBe(before);
  });

  test('comes from confirmed addresses only, and at most fifty times a day from one farm', async () => {
    const unconfirmed = await server().register({ isConfirmed: false });
    const body = () => ({ body: { email: newAddress(), role: 'viewer' } as const });
    await expect(unconfirmed.call('invite', body())).rejects.toMatchObject({ code: 'mail.unconfirmed' });
    const owner = await server().register();
    for (let sent = 0; sent < 50; sent += 1) await owner.call('invite', body());
    await expect(owner.call('invite', body())).rejects.toMatchObject({ status: 429 });
    server().clock.advance({ days: 1 });
    await owner.call('invite', body());
  });
});

describeOnEachEngine(
  'where limits hold, the token of an invitation',
  (server) => {
    test('is stored as a digest alone, and guessing it is counted', async () => {
      const [owner, email] = [await server().register({ plan: 'enterprise' }), newAddress()];
      await owner.call('invite', { body: { email, role: 'vet' } });
      const token = await tokenMailedTo(server(), email);
      expect(JSON.stringify(await server().db.selectFrom('invitations').selectAll().execute())).not.toContain(token);
      const guess = (): string => crypto.randomUUID().replaceAll('-', '').padEnd(43, 'x');
      const attempts = ['openInvitation', 'register', 'acceptInvitation'] as const;
      const answers = [];
      for (let at = 0; at < 24; at += 1) {
        const name = attempts[at % 3] ?? 'register';
        const payload = { ...registration(email, guess()).body, token: guess() };
        answers.push((await owner.send({ method: 'POST', url: `/api${api[name].path}`, payload })).statusCode);
      }
      expect([new Set(answers.slice(0, 20)), new Set(answers.slice(20))]).toEqual([new Set([400]), new Set([429])]);
    });
  },
  { env: { RATE_LIMITS: 'on' } },
);
