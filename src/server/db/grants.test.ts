import { expect, test } from 'vitest';
import { readTables } from '#server/db/engines/distribute.ts';
import { describeOnEachEngine, type Person, type TestServer } from '#test/engines.ts';
import { seedFarm } from '#test/samples.ts';
import { grants } from './grants.ts';

/** Tables with a secret and a person that are no way to a farm. */
const others =
  'users temporary_passwords email_changes email_confirmations mail_stops search_mail_stops registration_links'.split(' ');

/** How many of each kind still work. */
async function living({ db }: TestServer, { userId, farmId }: Person): Promise<Record<keyof typeof grants, number>> {
  const mine = (rows: readonly { user_id: string }[]) => rows.filter(({ user_id }) => user_id === userId).length;
  const made = (rows: readonly { created_by: string | null; revoked_at?: string | null }[]) =>
    rows.filter(({ created_by, revoked_at = null }) => created_by === userId && revoked_at === null).length;
  const invitations = await db.selectFrom('invitations').select(['invited_by as created_by', 'revoked_at']).execute();
  const hooks = await db.selectFrom('hooks').select('created_by').where('state', '=', 'on').execute();
  const links = await db.selectFrom('reminders').select('user_id').where('calendar_hash', 'is not', null).execute();
  const support = await db.selectFrom('support_access').select('farm_id').where('farm_id', '=', farmId).execute();
  return {
    sessions: mine(await db.selectFrom('sessions').select('user_id').execute()),
    device_pins: mine(await db.selectFrom('device_pins').select('user_id').execute()),
    push_subscriptions: mine(await db.selectFrom('push_subscriptions').select('user_id').execute()),
    reminders: mine(links),
    api_keys: made(await db.selectFrom('api_keys').select(['created_by', 'revoked_at']).execute()),
    hooks: made(hooks),
    invitations: made(invitations),
    transfers: made(await db.selectFrom('transfers').select(['created_by', 'revoked_at']).execute()),
    support_access: support.length,
  };
}

async function grantAll(server: TestServer): Promise<Person> {
  const person = await server.register({ plan: 'enterprise', isConfirmed: true });
  await seedFarm(person);
  await person.call('allowSupport', { body: { hours: 24 } });
  const subscription = {
    endpoint: `https://push.example.com/${person.userId}`,
    keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'a'.repeat(22) },
  };
  await person.call('setMorningPush', { body: { subscription, zone: 'UTC', hour: 6 } });
  for (const [kind, count] of Object.entries(await living(server, person))) expect([kind, count > 0]).toEqual([kind, true]);
  return person;
}

describeOnEachEngine(
  'what a person has granted',
  (server) => {
    const ended = { ...Object.fromEntries(Object.keys(grants).map((kind) => [kind, 0])), sessions: 1 };

    test('ends with a changed password, all but the session in which it was changed', async () => {
      const person = await grantAll(server());
      await person.call('changePassword', { body: { currentPassword: person.password, newPassword: 'battery staple' } });
      expect(await living(server(), person)).toEqual(ended);
    });

    test('ends with the use of a mailed password', async () => {
      const person = await grantAll(server());
      await person.call('resetPassword', { body: { loginId: person.username } });
      const { body } = (await server().mailsTo(person)).at(-1) ?? expect.fail();
      const password = /^ {4}([A-Z2-7]{20})$/m.exec(body)?.[1] ?? '';
      await server().call('login', { body: { username: person.username, password } });
      expect(await living(server(), person)).toEqual(ended);
    });

    test('is the list of the tables in which a secret of a person is stored', async () => {
      const withSecret = (await readTables(server().db)).filter(({ columns }) => {
        const names = columns.map(({ name }) => name);
        const isOfPerson = names.some((name) => /^(?:user_id|created_by|invited_by)$/.test(name));
        return isOfPerson && names.some((name) => /_hash$|^endpoint$|secret$/.test(name) && name !== 'session_hash');
      });
      const names = withSecret.map(({ name }) => name).filter((name) => !others.includes(name));
      expect(Object.keys(grants)).toEqual(expect.arrayContaining(names));
      expect(names.length).toBeGreaterThan(5);
    });
  },
  { wait: async () => {} },
);
