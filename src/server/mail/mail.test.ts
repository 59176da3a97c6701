import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { inTransaction } from '#server/db/transaction.ts';
import { runAs } from '#server/concurrency/caller.ts';
import { describeOnEachEngine } from '#test/engines.ts';
import { deliverMails } from '#test/deliver-mails.ts';
import { openMailServer } from '#test/mail-server.ts';
import { startMailWorker } from './mail.worker.ts';
import { queueMail, type Mail } from './outbox.queries.ts';
import { openMailTransport } from './mail-transport.ts';
import { longTest } from '#test/long-run.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

describeOnEachEngine({ name: 'mail', usually: 'postgres' }, (testServer) => {
  const server = openMailServer();
  const deliveries = server.mails;

  beforeEach(async () => {
    deliveries.length = 0;
    await testServer().db.deleteFrom('tasks').execute();
  });

  const now = () => testServer().clock.now();
  const letter = (part: Partial<Mail> = {}): Mail => ({
    to: 'ada@example.org',
    subject: 'Grüße',
    text: 'Hello Ada,\n\nGöd dag 🐐.',
    html: '<!doctype html><p>Hello Ada,</p><p>Göd dag 🐐.</p>',
    ...part,
  });
  const queue = (mail: Mail = letter()) => inTransaction(testServer().db, (tx) => queueMail(tx, mail, now()));
  const smtp = (smtpUrl = `${server.url()}?ignoreTLS=true`) => openMailTransport({ ...testServer().config, smtpUrl });
  const deliver = (post = smtp()) => deliverMails(testServer(), post);
  const outbox = () =>
    testServer().db.selectFrom('mails').innerJoin('tasks', 'tasks.id', 'mails.id').selectAll().orderBy('mails.id').execute();

  test('goes to its single recipient as text and HTML, with its own Message-ID, and its content is erased', async () => {
    await queue();
    await deliver();
    expect(deliveries).toHaveLength(1);
    const [row] = await outbox();
    const source = deliveries[0]?.source;
    expect(deliveries[0]?.to).toBe('ada@example.org');
    expect(source).toMatch(/^From: "?Bellwether"? <no-reply@localhost>\r$/m);
    expect(source).toMatch(/^To: ada@example\.org\r$/m);
    expect(source).toContain(`Message-ID: <${row?.id}@localhost>`);
    expect(source).toMatch(/^Content-Type: multipart\/alternative;/m);
    // Mail programs show the last part that they support.
    const types = [...(source ?? '').matchAll(/^Content-Type: (text\/\w+); charset=utf-8\r$/gm)].map(([, type]) => type);
    expect(types).toEqual(['text/plain', 'text/html']);
    expect(row).toMatchObject({ state: 'done', body: '', html: null, last_error: null, attempts: 1 });
  });

  /** Queues a mail as caused from this network address. */
  const queueFrom = (address: string, mail: Mail): Promise<unknown> =>
    runAs({ key: address, address, signal: new AbortController().signal }, () => queue(mail));
  longTest('is retried for a day with growing intervals, then fails, and its content is erased (ASVS 16.5.2)', async () => {
    await queue();
    const post = smtp('smtp://127.0.0.1:1');
    const start = now().getTime();
    const tries: number[] = [];
    for (;;) {
      await deliver(post);
      const { attempts, run_at } = await testServer().db.selectFrom('tasks').selectAll().executeTakeFirstOrThrow();
      if (attempts === tries.length) break;
      tries.push(Math.round((now().getTime() - start) / 60_000));
      testServer().clock.advance({ seconds: (Date.parse(run_at) - now().getTime()) / 1000 + 0.1 });
    }
    expect(tries.slice(0, 8)).toEqual([0, 1, 3, 7, 15, 31, 63, 123]);
    expect(tries.at(-1)).toBeGreaterThan(22 * 60);
    expect(tries.at(-1)).toBeLessThan(24 * 60);
    expect((await outbox())[0]).toMatchObject({ body: '', html: null, state: 'failed' });
  });

  longTest('of one person is not delayed by hundreds that another one caused before', async () => {
    for (let index = 0; index < 200; index += 1) await queueFrom('10.0.0.1', letter({ to: `flood${index}@example.net` }));
    await queueFrom('10.0.0.2', letter({ to: 'ada@example.org' }));
    const begun: string[] = [];
    await deliver(async ({ to }) => `${begun.push(to)}`);
    expect(begun).toHaveLength(201);
    expect(begun.indexOf('ada@example.org')).toBeLessThan(10);
  });

  test.each([
    ['a line break in the subject', letter({ subject: 'hi\r\nBcc: evil@x.com\r\n\r\nbody' })],
    ['a line break in the address', letter({ to: 'a@example.com\r\nRCPT TO:<evil@x.com>' })],
    ['a list in the address', letter({ to: 'a@example.com, evil@x.com' })],
    ['a quoted local part', letter({ to: '"evil@x.com x"@example.com' })],
    ['a comment in the domain', letter({ to: 'user@example(x).evil.com' })],
  ])('with %s reaches nobody it was not meant for (ASVS 1.3.11)', async (_, mail) => {
    await queue(mail);
    await deliver();
    for (const { to, source } of deliveries) {
      expect(to).not.toMatch(/evil@x\.com$|evil\.com$/);
      expect(source.split('\r\n\r\n')[0]).not.toMatch(/^(?:bcc|cc|rcpt)/im);
    }
    expect(deliveries).toHaveLength(mail.to === 'ada@example.org' ? 1 : 0);
  });

  test('is a file that only the operator can read if no mail server is configured', async () => {
    await queue(letter({ subject: 'One\r\nline' }));
    await deliver(openMailTransport(testServer().config));
    const folder = join(testServer().config.dataDir, 'mail');
    const [name = ''] = readdirSync(folder);
    const written = /^To: ada@example\.org\nSubject: One line\nDate: \S+\n\nHello Ada,\n\nGöd dag 🐐\.\n$/;
    expect(readFileSync(join(folder, name), 'utf8')).toMatch(written);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect((await outbox())[0]?.state).toBe('done');
  });

  test('is sent soon after the worker is woken; a stopped worker has finished what it began', async () => {
    const worker = startMailWorker({ db: testServer().db, post: smtp(), now, log: silent });
    await queue();
    worker.wake();
    await expect.poll(() => deliveries).toHaveLength(1);
    for (let index = 0; index < 5; index += 1) await queue();
    worker.wake();
    await worker.stop();
    const rows = await outbox();
    expect(rows.filter(({ state }) => state === 'done')).toHaveLength(deliveries.length);
    expect(rows.filter(({ state, attempts }) => state !== 'done' && attempts > 0)).toEqual([]);
  });
});
