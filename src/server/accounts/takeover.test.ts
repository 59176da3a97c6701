import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { describeOnEachEngine, type TestServer } from '#test/engines.ts';

/** An action on the account. `choice` selects among the actor's passwords, sessions and links. */
interface Step {
  readonly who: 'owner' | 'thief';
  readonly what: 'signIn' | 'changeAddress' | 'changePassword' | 'askReset' | 'useTemporary' | 'revert' | 'confirm' | 'wait';
  readonly choice: number;
}

const moves = ['changeAddress', 'changeAddress', 'changeAddress', 'changePassword'] as const;
const step: fc.Arbitrary<Step> = fc.record({
  who: fc.constantFrom('owner', 'thief', 'thief'),
  what: fc.constantFrom('signIn', ...moves, 'askReset', 'useTemporary', 'revert', 'confirm', 'wait'),
  choice: fc.nat(11),
});

/**
 * How the owner recovers the account: with the oldest link, with a mailed temporary password, by restoring the address in the profile, or
 * by changing to another address of their own, with the password or with a mailed temporary one.
 */
const repairs = ['link', 'mailbox', 'putBack', 'moveOn', 'moveOnThenMailbox'] as const;
type Repair = (typeof repairs)[number];

describeOnEachEngine(
  'an account that a thief had',
  (server) => {
    test(
      'is the owner’s alone after the owner has used the oldest link, the mailbox or an own address and chosen a new password',
      { timeout: 600_000 },
      async () => {
        const done = new Set<Repair>();
        const property = fc.asyncProperty(
          fc.array(step, { minLength: 2, maxLength: 12 }),
          fc.constantFrom(...repairs),
          async (steps, repair) => {
            const world = await openWorld(server());
            await world.take({ who: 'thief', what: 'signIn', choice: 0 });
            if (steps.length % 3 > 0) await world.take({ who: 'thief', what: 'changeAddress', choice: 0 });
            for (const one of steps) await world.take(one);
            if (!(await world.repair(repair))) return;
            done.add(repair);
            await world.expectOwnersAlone();
          },
        );
        await fc.assert(property, { numRuns: 60, seed: 12 });
        // The test proves nothing about repairs that never happened.
        expect(done).toEqual(new Set(repairs));
      },
    );
  },
  { env: { PUBLIC_URL: 'https://farm.example' }, wait: async () => {} },
);

interface Someone {
  readonly mailboxes: readonly string[];
  /** Newest last. */
  readonly passwords: string[];
  readonly sessions: Client[];
}

async function openWorld(server: TestServer) {
  const { db, clock } = server;
  const name = crypto.randomUUID().slice(0, 8);
  const boxes = (kind: string) => [1, 2, 3].map((number) => `${kind}${number}.${name}@example.org`);
  const [first = '', ...otherBoxes] = boxes('owner');
  const person = await server.register({ username: `person ${name}`, email: first, isConfirmed: name < '8' });
  const people: Readonly<Record<Step['who'], Someone>> = {
    owner: { mailboxes: [first, ...otherBoxes], passwords: [person.password], sessions: [person] },
    thief: { mailboxes: boxes('thief'), passwords: [person.password], sessions: [] },
  };
  const { owner, thief } = people;
  let passwordCount = 0;

  const pick = <T>(list: readonly T[], choice: number): T | undefined => list[list.length - 1 - (choice % list.length)];
  const works = async (call: Promise<unknown>): Promise<boolean> => {
    const [{ status }] = await Promise.allSettled([call]);
    return status === 'fulfilled';
  };
  const found = async ({ mailboxes }: Someone, pattern: RegExp): Promise<string[]> => {
    const mails = await db.selectFrom('mails').select('body').where('to_address', 'in', mailboxes).orderBy('id').execute();
    return mails.flatMap(({ body }) => pattern.exec(body)?.[1] ?? []);
  };
  const links = (who: Someone) => found(who, /revert-email\?token=(\S+)$/m);
  const confirmations = (who: Someone) => found(who, /confirm-email\?token=(\S+)$/m);
  const mailedPasswords = (who: Someone) => found(who, /^ {4}([A-Z2-7]{20})$/m);
  const addressNow = async (): Promise<string> =>
    (await db.selectFrom('users').select('email').where('id', '=', person.userId).executeTakeFirstOrThrow()).email;
  const revert = (token: string) => works(server.call('revertEmail', { body: { token } }));
  const askReset = () => works(server.call('resetPassword', { body: { loginId: person.username } }));

  const signIn = async (who: Someone, password: string): Promise<boolean> => {
    const client = server.visitor();
    const isIn = await works(client.call('login', { body: { username: person.username, password } }));
    if (isIn) {
      who.sessions.push(client);
      who.passwords.push(password);
    }
    return isIn;
  };
  const withEachPassword = async (who: Someone, act: (currentPassword: string) => Promise<unknown>): Promise<boolean> => {
    for (const password of new Set(who.passwords.toReversed())) if (await works(act(password))) return true;
    return false;
  };
  const changeAddress = (who: Someone, client: Client, email: string) =>
    withEachPassword(who, (currentPassword) => client.call('changeProfile', { body: { email, currentPassword } }));
  const changePassword = async (who: Someone, client: Client): Promise<boolean> => {
    const newPassword = `new password ${(passwordCount += 1)}`;
    const isChanged = await withEachPassword(who, (currentPassword) =>
      client.call('changePassword', { body: { currentPassword, newPassword } }),
    );
    if (isChanged) who.passwords.push(newPassword);
    return isChanged;
  };

  const oldestLeft = async (): Promise<string | undefined> => {
    const since = new Date(clock.now().getTime() - 72 * 3_600_000).toISOString();
    const changes = db.selectFrom('email_changes').selectAll().where('user_id', '=', person.userId);
    const rows = await changes.orderBy('position').execute();
    return rows.some(({ changed_at }) => changed_at > since) ? rows[0]?.old_email : undefined;
  };

  let lostAt: Date | undefined;

  const expectThiefWithout = async (...what: ('sessions' | 'links' | 'mailed passwords' | 'passwords')[]): Promise<void> => {
    const address = await addressNow();
    for (const token of what.includes('links') ? await links(thief) : []) expect(await revert(token), 'a link works').toBe(false);
    for (const session of what.includes('sessions') ? thief.sessions : []) {
      expect(await works(session.call('currentUser')), 'a session works').toBe(false);
    }
    const mailed = what.includes('mailed passwords') ? await mailedPasswords(thief) : [];
    const known = what.includes('passwords') ? thief.passwords : [];
    // A mailed password that the thief has used has become the password.
    for (const password of new Set([...mailed.filter((one) => !thief.passwords.includes(one)), ...known])) {
      expect(await signIn(thief, password), 'a password works').toBe(false);
    }
    expect(await addressNow()).toBe(address);
  };

  const useMailedPassword = async (): Promise<void> => {
    const password = (await mailedPasswords(owner)).at(-1) ?? '';
    expect(await signIn(owner, password), 'the mailed password lets the owner in').toBe(true);
    await expectThiefWithout('sessions', 'links', 'mailed passwords', 'passwords');
  };
  const useMailbox = async (): Promise<void> => {
    // Three mailed passwords may still be valid, and an unconfirmed address gets five mails a day.
    clock.advance({ hours: 25 });
    await askReset();
    await useMailedPassword();
  };
  /** The owner still knows the password and replaces the thief's address with their own. */
  const moveTo = async (address: (oldest: string) => string, oldest: string | undefined): Promise<boolean> => {
    let isIn = false;
    for (const password of owner.passwords.toReversed()) isIn ||= await signIn(owner, password);
    if (!isIn || lostAt === undefined || oldest === undefined) return false;
    const isMoved = await changeAddress(owner, owner.sessions.at(-1) ?? person, address(oldest));
    expect(isMoved, 'the address can be changed').toBe(true);
    return true;
  };
  const anotherThan = (oldest: string): string => owner.mailboxes.find((mailbox) => mailbox !== oldest) ?? '';

  /** The step before choosing a new password; resolves with false if it is impossible. */
  const begin: Readonly<Record<Repair, (oldest: string | undefined, isLostLately: boolean) => Promise<boolean>>> = {
    async link(oldest, isLostLately) {
      if (oldest === undefined && !isLostLately) return false;
      let isBack = false;
      for (const token of await links(owner)) isBack ||= await revert(token);
      expect(isBack, 'a link of the owner works').toBe(true);
      await expectThiefWithout('sessions', 'links', 'mailed passwords', 'passwords');
      await useMailedPassword();
      return true;
    },
    async mailbox() {
      if (lostAt !== undefined) return false;
      await useMailbox();
      return true;
    },
    async putBack(oldest) {
      const isMoved = await moveTo((address) => address, oldest);
      if (isMoved) await expectThiefWithout('sessions', 'links', 'mailed passwords');
      return isMoved;
    },
    moveOn: (oldest) => moveTo(anotherThan, oldest),
    async moveOnThenMailbox(oldest) {
      const isMoved = await moveTo(anotherThan, oldest);
      if (isMoved) await useMailbox();
      return isMoved;
    },
  };

  const picked = async <T>(list: readonly T[], choice: number, act: (one: T) => Promise<unknown>): Promise<void> => {
    const one = pick(list, choice);
    if (one !== undefined) await act(one);
  };
  // A thief may also restore the owner's address.
  const targets = (who: Someone) => (who === thief ? [...owner.mailboxes, ...thief.mailboxes] : owner.mailboxes);
  const acts: Readonly<Record<Step['what'], (who: Someone, choice: number) => Promise<unknown>>> = {
    signIn: (who, choice) => picked(who.passwords, choice, (password) => signIn(who, password)),
    changeAddress: (who, choice) =>
      picked(who.sessions, choice, (session) => changeAddress(who, session, pick(targets(who), choice) ?? '')),
    changePassword: (who, choice) => picked(who.sessions, choice, (session) => changePassword(who, session)),
    askReset,
    useTemporary: async (who, choice) => picked(await mailedPasswords(who), choice, (password) => signIn(who, password)),
    revert: async (who, choice) => picked(await links(who), choice, revert),
    confirm: async (who, choice) =>
      picked(await confirmations(who), choice, (token) => works(server.call('confirmEmail', { body: { token } }))),
    wait: async (_, choice) => clock.advance({ minutes: [1, 20, 70, 1200, 2400][choice % 5] ?? 1 }),
  };

  return {
    async take({ who, what, choice }: Step): Promise<void> {
      await acts[what](people[who], choice);
      lostAt = owner.mailboxes.includes(await addressNow()) ? undefined : (lostAt ?? clock.now());
    },

    /** Resolves with false if it is impossible, because the thief has the mailbox or the earlier links have expired. */
    async repair(way: Repair): Promise<boolean> {
      const oldest = await oldestLeft();
      const isLostLately = lostAt !== undefined && clock.now().getTime() - lostAt.getTime() < 72 * 3_600_000;
      if (!isLostLately && !owner.mailboxes.includes(oldest ?? (await addressNow()))) return false;
      if (!(await begin[way](oldest, isLostLately))) return false;
      expect(await changePassword(owner, owner.sessions.at(-1) ?? person), 'the owner can choose a new password').toBe(true);
      return true;
    },

    async expectOwnersAlone(): Promise<void> {
      const address = await addressNow();
      expect(owner.mailboxes).toContain(address);
      await expectThiefWithout('sessions', 'links', 'mailed passwords', 'passwords');
      for (const token of await confirmations(thief)) await works(server.call('confirmEmail', { body: { token } }));
      const before = (await mailedPasswords(thief)).length;
      clock.advance({ minutes: 61 });
      await askReset();
      expect(await mailedPasswords(thief)).toHaveLength(before);
      expect(await addressNow()).toBe(address);
      expect(await signIn(owner, owner.passwords.at(-1) ?? ''), 'the owner’s own password works').toBe(true);
    },
  };
}
