// @module-tag long
import { afterEach, beforeEach, expect, test } from 'vitest';
import { housekeeping } from '#server/housekeeping.ts';
import { deliverMails } from '#test/deliver-mails.ts';
import { queueMail, type Mail } from '#server/mail/outbox.queries.ts';
import { beginSession } from '#server/http/sessions.ts';
import { dayMs, timeAfter } from '#server/time-after.ts';
import { api } from '#contract/index.ts';
import { describeOnEachEngine } from '#test/engines.ts';
import { tokenMailedTo } from '#test/invitations.ts';
import { seedFarm } from '#test/samples.ts';

const mail: Mail = { to: 'ada@example.org', subject: 'News', text: 'words', html: null };

describeOnEachEngine(
  'a clock that jumps',
  (server) => {
    const clock = () => server().clock;
    const delivered: string[] = [];
    const post = async ({ subject }: { subject: string }) => {
      delivered.push(subject);
      return 'sent';
    };
    const queue = () =>
      server()
        .db.transaction()
        .execute((tx) => queueMail(tx, mail, clock().now()));
    const deliver = () => deliverMails(server(), post);
    const runHousekeeping = () => housekeeping.run(server().app.deps, AbortSignal.timeout(20_000));
    /** The sum of the jumps of a test, which is undone after it. */
    let offsetDays = 0;
    const jump = (days: number): void => {
      clock().advance({ days });
      offsetDays += days;
    };
    beforeEach(async () => {
      delivered.length = 0;
      await server().db.deleteFrom('tasks').execute();
    });
    afterEach(() => jump(-offsetDays));

    test.each([1, 365, -1, -365])('by %i days and back sends a queued mail exactly once', async (days) => {
      await queue();
      jump(days);
      await runHousekeeping();
      await deliver();
      jump(-days);
      await runHousekeeping();
      await deliver();
      expect(delivered).toEqual(['News']);
    });

    test.each([1, 365])(
      '%i days ahead does not delay a mail that was queued meanwhile once the clock is right again',
      async (days) => {
        jump(days);
        await queue();
        jump(-days);
        await deliver();
        expect(delivered).toEqual(['News']);
      },
    );

    test.each([1, -1, -365])('by %i days signs nobody out', async (days) => {
      const farmer = await server().register();
      jump(days);
      await runHousekeeping();
      expect(await farmer.call('currentUser')).toMatchObject({ username: farmer.username });
    });

    test('leaves animals that were added ahead of time listed, changeable and deletable', async () => {
      const farmer = await server().register();
      jump(1);
      const { id } = await farmer.addAnimal({ tagNumber: 'early' });
      jump(-1);
      const late = await farmer.addAnimal({ tagNumber: 'late' });
      expect((await farmer.call('listAnimals')).map((animal) => animal.id).toSorted()).toEqual([id, late.id].toSorted());
      await farmer.call('changeAnimal', { params: { id }, body: { name: 'Ada' } });
      await farmer.call('deleteAnimal', { params: { id } });
      expect(await farmer.call('listAnimals')).toHaveLength(1);
    });

    test('a year ahead signs people out, and they can sign in again before and after it is corrected', async () => {
      const farmer = await server().register();
      jump(365);
      await expect(farmer.call('currentUser')).rejects.toMatchObject({ status: 401 });
      const signIn = { body: { username: farmer.username, password: farmer.password } };
      await farmer.call('login', signIn);
      jump(-365);
      expect(await farmer.call('currentUser')).toMatchObject({ username: farmer.username });
      await server().call('login', signIn);
    });

    test('a session begun under a wrong clock lives no longer than any other (ASVS 7.3.2)', async () => {
      const farmer = await server().register();
      jump(365);
      const token = await beginSession(server().db, farmer, clock().now());
      jump(-365);
      farmer.cookies.set('session', token);
      await farmer.call('currentUser');
      jump(31);
      await expect(farmer.call('currentUser')).rejects.toMatchObject({ status: 401 });
    });

    test('what was granted while the clock was ahead has ended once the clock is right', async () => {
      const owner = await server().register({ plan: 'enterprise' });
      const admin = await server().register({ isAdmin: true });
      const paper = await seedFarm(owner, api.makeTransfer);
      jump(365);
      for (const person of [owner, admin]) await server().openSession(person, person.farmId);
      const { code } = await owner.call('makeTransfer', { body: { paperId: paper.ids['papers'] ?? '', withNotes: false } });
      const email = `${crypto.randomUUID()}@example.org`;
      await owner.call('invite', { body: { email, role: 'viewer' } });
      await owner.call('allowSupport', { body: { hours: 24 } });
      const invited = `${crypto.randomUUID()}@example.org`;
      await admin.call('sendRegistrationLinks', { body: { addresses: [invited] } });
      jump(-365);
      const [, link] = /link=([\w-]+)/.exec((await server().mailsTo(invited))[0]?.body ?? '') ?? [];
      const account = { username: 'invitee', password: 'correct horse', email: invited, link };
      const used = { code: 'accounts.registration_link_used' };
      await expect(server().call('register', { body: account })).rejects.toMatchObject(used);
      expect(await owner.call('listInvitations')).toMatchObject([{ email, state: 'expired' }]);
      const token = await tokenMailedTo(server(), email);
      await expect(server().call('openInvitation', { body: { token } })).rejects.toMatchObject({ code: 'invitations.invalid' });
      await expect(admin.call('openTransfer', { body: { code } })).rejects.toMatchObject({ code: 'transfers.invalid' });
      const visit = admin.call('visitFarm', { params: { id: owner.userId } });
      await expect(visit).rejects.toMatchObject({ code: 'support.not_allowed' });
      server().clock.advance({ minutes: 20 });
      const address = owner.call('changeProfile', { body: { email: 'thief@example.org' } });
      await expect(address).rejects.toMatchObject({ code: 'accounts.password_needed' });
    });

    test('a visit by support and a membership for some days, begun while the clock was ahead, have ended once it is right', async () => {
      const owner = await server().register({ plan: 'enterprise' });
      const admin = await server().register({ isAdmin: true });
      const [vet, worker] = [await server().register(), await server().register()];
      jump(365);
      for (const person of [owner, admin]) await server().openSession(person, person.farmId);
      await owner.call('allowSupport', { body: { hours: 24 } });
      await admin.call('visitFarm', { params: { id: owner.userId } });
      await server().addMember(owner, vet, 'vet');
      await server().changeMember(owner, vet, { ends_at: timeAfter(clock().now(), 7 * dayMs) });
      await server().addMember(owner, worker, 'worker');
      for (const guest of [admin, vet]) await guest.call('listAnimals');
      jump(-365);
      await worker.call('listAnimals');
      for (const guest of [admin, vet]) await expect(guest.call('listAnimals')).rejects.toMatchObject({ status: 401 });
      expect(await owner.call('readSupportAccess')).toEqual({ endsAt: null, visitors: [] });
      expect(await owner.call('currentUser')).toMatchObject({ supportUntil: null });
      await admin.signIn();
      const [listed] = await admin.call('listUsers', { query: { search: owner.username } });
      expect(listed).toMatchObject({ id: owner.userId, supportUntil: null });
    });

    test('a temporary password made under a wrong clock is not good for longer than an hour', async () => {
      const farmer = await server().register();
      jump(365);
      await server().call('resetPassword', { body: { loginId: farmer.username } });
      const { body } = await server().db.selectFrom('mails').select('body').executeTakeFirstOrThrow();
      const [password = ''] = /\b[A-Z2-7]{20}\b/.exec(body) ?? [];
      expect(password).not.toBe('');
      jump(-365);
      const use = server().call('login', { body: { username: farmer.username, password } });
      await expect(use).rejects.toThrow('Invalid credentials');
    });

    test.each([1, 365])('back by %i days does not prolong a rate limit', async (days) => {
      const farmer = await server().register();
      const guess = { username: farmer.username, password: 'not it' };
      const statuses: number[] = [];
      for (let tries = 0; tries < 12; tries += 1)
        statuses.push((await server().send({ method: 'POST', url: '/api/auth/login', payload: guess })).statusCode);
      expect(statuses.at(-1)).toBe(429);
      jump(-days);
      await server().call('login', { body: { username: farmer.username, password: farmer.password } });
    });
  },
  { env: { RATE_LIMITS: 'on' }, wait: async () => {} },
);
