import { readFileSync, readdirSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '#server/db/transaction.ts';
import { runAs } from '#server/concurrency/caller.ts';
import { describeOnEachEngine } from '#test/engines.ts';
import { deliverMails } from '#test/deliver-mails.ts';
import { startMailWorker } from './mail.worker.ts';
import { queueMail, type Mail } from './outbox.queries.ts';
import { openMailTransport } from './mail-transport.ts';
import { longTest } from '#test/long-run.ts';

interface Delivery {
  readonly recipients: readonly string[];
  readonly source: string;
}

const silent = { info: () => {}, warn: () => {}, error: () => {} };

describeOnEachEngine({ name: 'mail', usually: 'postgres' }, (testServer) => {
  const deliveries: Delivery[] = [];
  /** The mail server's reply to a recipient; undefined if accepted. */
  let refusal: ((address: string) => { code: number } | undefined) | undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onRcptTo: ({ address }, _, callback) => {
      const refused = refusal?.(address);
      callback(refused && Object.assign(new Error('refused'), { responseCode: refused.code }));
    },
    onData: (stream, { envelope }, callback) => {
      void text(stream).then((source) => {
        deliveries.push({ recipients: envelope.rcptTo.map(({ address }) => address), source });
        callback();
      });
    },
  });
  let smtpUrl: string;

  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}?ignoreTLS=true`;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
  beforeEach(async () => {
    deliveries.length = 0;
    refusal = undefined;
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
  const smtp = () => openMailTransport({ ...testServer().config, smtpUrl });
  const deliver = (post = smtp()) => deliverMails(testServer(), post);
  const outbox = () =>
    testServer().db.selectFrom('mails').innerJoin('tasks', 'tasks.id', 'mails.id').selectAll().orderBy('mails.id').execute();

  test('goes to its single recipient as text and HTML, with its own Message-ID, and its content is erased', async () => {
    await queue();
    await deliver();
    expect(deliveries).toHaveLength(1);
    const [row] = await outbox();
    const source = deliveries[0]?.source;
    expect(deliveries[0]?.recipients).toEqual(['ada@example.org']);
    expect(source).toMatch(/^From: "?Bellwether"? <no-reply@localhost>\r$/m);
    expect(source).toMatch(/^To: ada@example\.org\r$/m);
    expect(source).toContain(`Message-ID: <${row?.id}@localhost>`);
    expect(source).toMatch(/^Content-Type: multipart\/alternative;/m);
    // Mail programs show the last part that they support.
    expect([...(source ?? '').matchAll(/^Content-Type: (text\/\w+); charset=utf-8\r$/gm)].map(([, type]) => type)).toEqual([
      'text/plain',
      'text/html',
    ]);
    expect(row).toMatchObject({ body: '', html: null, last_error: null, attempts: 1 });
    expect(row?.state).toBe('done');
  });

  test('that was queued before mails had HTML is sent as plain text', async () => {
    await queue(letter({ html: null }));
    await deliver();
    expect(deliveries[0]?.source).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m);
    expect(deliveries[0]?.source).not.toContain('text/html');
  });

  test('is queued only if the transaction of its cause is committed', async () => {
    const failed = inTransaction(testServer().db, async (tx) => {
      await queueMail(tx, letter(), now());
      throw new Error('the rest failed');
    });
    await expect(failed).rejects.toThrow('the rest failed');
    await deliver();
    expect(deliveries).toEqual([]);
  });

  test('that is refused for one person does not delay others', async () => {
    refusal = (address) => (address.startsWith('gone') ? { code: 550 } : undefined);
    await queue(letter({ to: 'gone@example.org' }));
    await queue();
    await deliver();
    expect(deliveries.map(({ recipients }) => recipients)).toEqual([['ada@example.org']]);
  });

  longTest('is retried for a day with growing intervals, then fails, and its content is erased (ASVS 16.5.2)', async () => {
    refusal = () => ({ code: 451 });
    await queue();
    const post = smtp();
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

  /** Queues a mail as caused from this network address. */
  const queueFrom = (address: string, mail: Mail): Promise<unknown> =>
    runAs({ key: address, address, signal: new AbortController().signal }, () => queue(mail));
  longTest('of one person is not delayed by hundreds that another one caused before', async () => {
    for (let index = 0; index < 200; index += 1) await queueFrom('10.0.0.1', letter({ to: `flood${index}@example.net` }));
    await queueFrom('10.0.0.2', letter({ to: 'ada@example.org' }));
    const begun: string[] = [];
    await deliver(async ({ to }) => `${begun.push(to)}`);
    expect(begun).toHaveLength(201);
    expect(begun.indexOf('ada@example.org')).toBeLessThan(10);
  });

  test('is delivered once by two servers that poll at the same moment', async () => {
    for (let index = 0; index < 30; index += 1) await queue(letter({ subject: `Letter ${index}` }));
    while ((await outbox()).some(({ state }) => state !== 'done')) await Promise.all([deliver(), deliver()]);
    const subjects = deliveries.map(({ source }) => /^Subject: (.*)\r$/m.exec(source)?.[1]);
    expect(subjects).toHaveLength(30);
    expect(new Set(subjects).size).toBe(30);
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
    for (const { recipients, source } of deliveries) {
      expect(recipients).toHaveLength(1);
      expect(recipients[0]).not.toMatch(/evil@x\.com$|evil\.com$/);
      expect(source.split('\r\n\r\n')[0]).not.toMatch(/^(?:bcc|cc|rcpt)/im);
    }
    expect(deliveries).toHaveLength(mail.to === 'ada@example.org' ? 1 : 0);
  });

  test('is a file that only the operator can read if no mail server is configured', async () => {
    await queue(letter({ subject: 'One\r\nline' }));
    await deliver(openMailTransport(testServer().config));
    const folder = join(testServer().config.dataDir, 'mail');
    const [name = ''] = readdirSync(folder);
    expect(readFileSync(join(folder, name), 'utf8')).toMatch(
      /^To: ada@example\.org\nSubject: One line\nDate: \S+\n\nHello Ada,\n\nGöd dag 🐐\.\n$/,
    );
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
