import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/db/transaction.ts';
import { useTestServer } from '#test/engines.ts';
import { renderEmail } from './render-email.ts';
import { deliverMails } from '#test/deliver-mails.ts';
import { queueMail } from './outbox.queries.ts';
import { openMailTransport } from './mail-transport.ts';

// The behaviour of mail servers does not depend on the engine; mail.test.ts tests the outbox on both.

const shortTimeouts = { connectionTimeout: 2000, greetingTimeout: 150, socketTimeout: 150, wholeMs: 5000 };

describe('a mail', () => {
  const server = useTestServer('sqlite');
  const servers: SMTPServer[] = [];
  /** The messages that the mail server accepted. */
  const taken: string[] = [];
  const sockets: Socket[] = [];

  beforeEach(async () => {
    taken.length = 0;
    await server().db.deleteFrom('tasks').execute();
  });
  afterEach(() => Promise.all(servers.splice(0).map((smtpServer) => new Promise<void>((resolve) => smtpServer.close(resolve)))));

  const take: NonNullable<SMTPServerOptions['onData']> = (stream, _, callback) => {
    void text(stream).then((source) => {
      taken.push(source);
      callback();
    });
  };
  /** Starts a mail server. Resolves with its URL. */
  async function serve(options: SMTPServerOptions = {}): Promise<string> {
    const smtpServer = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 50,
      onData: take,
      ...options,
    });
    // These tests break connections on purpose.
    smtpServer.on('error', () => {});
    smtpServer.server.on('connection', (socket: Socket) => sockets.push(socket));
    servers.push(smtpServer);
    await new Promise<void>((resolve) => void smtpServer.listen(0, '127.0.0.1', resolve));
    return `127.0.0.1:${(smtpServer.server.address() as AddressInfo).port}`;
  }
  const now = () => server().clock.now();
  const queue = () =>
    inTransaction(server().db, (tx) => queueMail(tx, { to: 'ada@example.org', ...renderEmail('Hay', ['Hello.']) }, now()));
  const deliver = (smtpUrl: string, timeouts?: typeof shortTimeouts) =>
    deliverMails(server(), openMailTransport({ ...server().config, smtpUrl }, timeouts));
  const mails = () => server().db.selectFrom('mails').innerJoin('tasks', 'tasks.id', 'mails.id').selectAll();
  const waiting = () => mails().executeTakeFirstOrThrow();
  const idOf = (source: string | undefined) => /^Message-ID: (.*)\r$/m.exec(source ?? '')?.[1];
  async function expectStillQueued(error: RegExp): Promise<void> {
    expect(await waiting()).toMatchObject({ state: 'waiting', attempts: 1, last_error: expect.stringMatching(error) });
    expect((await waiting()).body).not.toBe('');
  }
  async function expectTakenAtNextTry(smtpUrl: string): Promise<void> {
    server().clock.advance({ seconds: 61 });
    await deliver(smtpUrl);
    expect((await waiting()).state).toBe('done');
  }

  const refuse = (code: number) => Object.assign(new Error('no'), { responseCode: code });
  test.each([
    ['rejects its sender', /553/, undefined, { onMailFrom: (_, __, callback) => callback(refuse(553)) }],
    ['rejects its recipient', /550/, undefined, { onRcptTo: (_, __, callback) => callback(refuse(550)) }],
    [
      'rejects its body',
      /452/,
      undefined,
      { onData: (stream, _, callback) => void stream.resume().on('end', () => callback(refuse(452))) },
    ],
    ['rejects every connection', /421/, undefined, { onConnect: (_, callback) => callback(refuse(421)) }],
    ['never greets', /timeout|never received/i, shortTimeouts, { onConnect: () => {} }],
    ['never answers after its body', /timeout|never received/i, shortTimeouts, { onData: (stream) => void stream.resume() }],
  ] satisfies [string, RegExp, typeof shortTimeouts | undefined, SMTPServerOptions][])(
    'stays queued when the mail server %s, and is sent in the next attempt',
    async (_, error, timeouts, options) => {
      await queue();
      await deliver(`smtp://${await serve(options)}`, timeouts);
      await expectStillQueued(error);
      await expectTakenAtNextTry(`smtp://${await serve()}`);
      expect(taken).toHaveLength(1);
    },
  );

  test('is sent again with the same Message-ID when the connection breaks after the mail server has accepted it', async () => {
    const cut: NonNullable<SMTPServerOptions['onData']> = (stream, session) =>
      take(stream, session, () => sockets.at(-1)?.destroy());
    await queue();
    await deliver(`smtp://${await serve({ onData: cut })}`);
    await expectStillQueued(/closed|reset|ended/i);
    await expectTakenAtNextTry(`smtp://${await serve()}`);
    expect(taken).toHaveLength(2);
    expect(idOf(taken[0])).toBeDefined();
    expect(idOf(taken[1])).toBe(idOf(taken[0]));
  });

  test('stays queued while the password for the mail server is wrong, and is never sent without one', async () => {
    const guarded: SMTPServerOptions = {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _, callback) =>
        username === 'farm' && password === 'right' ? callback(null, { user: 'farm' }) : callback(refuse(535)),
    };
    const host = await serve(guarded);
    await queue();
    await deliver(`smtp://farm:wrong@${host}`);
    await expectStillQueued(/535|Invalid login/);
    expect(taken).toEqual([]);
    await expectTakenAtNextTry(`smtp://farm:right@${host}`);
  });

  test.each([
    ['begins with smtps', (host: string) => `smtps://${host}`],
    ['says requireTLS', (host: string) => `smtp://farm:secret@${host}?requireTLS=true`],
  ])('is never sent without TLS when the address %s', async (_, address) => {
    await queue();
    const heard: string[] = [];
    const open = await serve();
    servers[0]?.server.on('connection', (socket: Socket) => socket.on('data', (data) => heard.push(data.toString('latin1'))));
    await deliver(address(open));
    await expectStillQueued(/SSL|TLS|wrong version|packet length/i);
    expect(heard.join('')).not.toMatch(/AUTH|MAIL FROM|ada@example/i);
    expect(taken).toEqual([]);
  });

  test('is not sent to a mail server with an untrusted certificate, unless the operator allows it', async () => {
    const host = await serve({ secure: true });
    await queue();
    await deliver(`smtps://${host}`);
    await expectStillQueued(/certificate/i);
    expect(taken).toEqual([]);
    await expectTakenAtNextTry(`smtps://${host}?tls.rejectUnauthorized=false`);
  });
});
