// @module-tag long
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { describeOnEachEngine, type TestServer } from '#test/engines.ts';

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

  test('a mistake is answered with a sentence that helps', async () => {
    const { username } = await testServer().register();
    const sentences: [string[], string][] = [
      [['create', 'someone'], 'It goes like this: npm run admin -- create <username> <email>'],
      [['create', username, 'ab@example.org'], `npm run admin -- promote '${username}'`],
      [['promote', 'nobody at all'], "Nobody is called 'nobody at all'. To see who has an account: npm run admin -- list"],
      [['grant', username, 'gold'], "There is no plan 'gold'. The plans are: guest, basic, premium, enterprise."],
    ];
    for (const [args, sentence] of sentences) {
      const { error, out, code } = await admin(testServer(), ...args);
      expect(error).toContain(sentence);
      expect(error).not.toMatch(/^ +at /m);
      expect([out, code]).toEqual(['', 1]);
    }
  });

  test('grant and promote take effect at the next request, and are in the audit log as done by the operator, once', async () => {
    const person = await testServer().register({ plan: 'basic' });
    expect(await admin(testServer(), 'grant', person.username.toUpperCase(), 'premium')).toMatchObject({ code: 0 });
    const granted = { subscriptionPlan: 'premium', subscriptionStatus: 'active', animalLimit: 200 };
    expect(await person.call('currentUser')).toMatchObject({ role: 'premium', ...granted });
    await admin(testServer(), 'grant', person.username, 'gold');
    for (const _ of [1, 2]) await admin(testServer(), 'promote', person.username);
    expect(await person.call('currentUser')).toMatchObject({ role: 'admin', ...granted });
    const auditor = await testServer().register({ isAdmin: true });
    const lines = (await auditor.call('listAudit')).filter(({ subject }) => subject === person.username);
    expect(lines).toMatchObject([
      { action: 'user.role_changed', adminName: null, isOperator: true, detail: 'Premium → Admin' },
      { action: 'user.role_changed', adminName: null, isOperator: true, detail: 'Basic → Premium' },
    ]);
  });
});
