// @module-tag long
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeOnEachEngine, openTestServer, type TestServer } from '#test/engines.ts';

async function admin({ config }: TestServer, ...args: string[]) {
  const child = spawn(process.execPath, ['src/server/cli.ts', 'admin', ...args], {
    env: { ...process.env, DATA_DIR: config.dataDir, DATABASE_URL: config.databaseUrl ?? '' },
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { out, error, code };
}

describeOnEachEngine({ name: "the operator's shell, while the server runs", usually: 'postgres' }, (testServer) => {
  test('create makes an administrator whose one-time password signs in', async () => {
    const { out, code } = await admin(testServer(), 'create', 'Olga Owner', 'olga@example.org');
    expect(code).toBe(0);
    const password = /^ {4}(\S+)$/m.exec(out)?.[1] ?? '';
    const visitor = testServer().visitor();
    expect(await visitor.call('login', { body: { username: 'olga owner', password } })).toMatchObject({
      role: 'admin',
      hasTemporaryPassword: true,
    });
  });

  test('promote and grant take effect at the next request', async () => {
    const person = await testServer().register();
    expect(await admin(testServer(), 'grant', person.username.toUpperCase(), 'premium')).toMatchObject({ code: 0 });
    expect(await person.call('currentUser')).toMatchObject({
      role: 'premium',
      subscriptionPlan: 'premium',
      subscriptionStatus: 'active',
      animalLimit: 200,
    });
    expect(await admin(testServer(), 'promote', person.username)).toMatchObject({ code: 0 });
    expect(await person.call('currentUser')).toMatchObject({ role: 'admin', subscriptionPlan: 'premium' });
  });

  test('grant and promote are in the audit log as done by the operator, once', async () => {
    const person = await testServer().register({ plan: 'basic' });
    await admin(testServer(), 'grant', person.username, 'enterprise');
    await admin(testServer(), 'grant', person.username, 'gold');
    await admin(testServer(), 'promote', person.username);
    await admin(testServer(), 'promote', person.username);
    const auditor = await testServer().register({ isAdmin: true });
    const lines = (await auditor.call('listAudit')).filter(({ subject }) => subject === person.username);
    expect(lines).toMatchObject([
      { action: 'user.role_changed', adminName: null, isOperator: true, detail: 'Enterprise → Admin' },
      { action: 'user.role_changed', adminName: null, isOperator: true, detail: 'Basic → Enterprise' },
    ]);
  });

  test('list shows who has an account', async () => {
    const person = await testServer().register({ plan: 'basic' });
    const { out } = await admin(testServer(), 'list');
    expect(out).toMatch(new RegExp(`^${person.username} +${person.username}@example.org +basic \\(active\\)`, 'm'));
  });
});

describe('a wrong use of the shell', () => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await openTestServer('sqlite');
  });
  afterAll(() => testServer.close());

  test.each([
    [[], 'Usage:'],
    [['toString'], 'Usage:'],
    [['create', 'someone'], 'It goes like this: npm run admin -- create <username> <email>'],
    [['create', 'someone', 'nonsense'], 'Invalid email address'],
    [['create', 'ab', 'ab@example.org'], 'Username must be at least 3 characters'],
    [['promote', 'nobody at all'], "Nobody is called 'nobody at all'. To see who has an account: npm run admin -- list"],
    [['grant', 'someone', 'gold'], "There is no plan 'gold'. The plans are: guest, basic, premium, enterprise."],
  ])('%j is answered with a sentence that helps', async (args, sentence) => {
    const { error, out, code } = await admin(testServer, ...args);
    expect(error).toContain(sentence);
    expect(error).not.toMatch(/^ +at /m);
    expect([out, code]).toEqual(['', 1]);
  });

  test('a name that is taken is refused with what to do instead', async () => {
    const { username } = await testServer.register();
    expect((await admin(testServer, 'create', username, 'x@example.org')).error).toContain(
      `npm run admin -- promote '${username}'`,
    );
  });
});
