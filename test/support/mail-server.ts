import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect } from 'vitest';

interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  /** As it came, without the line breaks of its encoding and of long headers. */
  readonly source: string;
}

interface MailServer {
  readonly mails: ReceivedMail[];
  url(): string;
  to(address: string, subject: RegExp): ReceivedMail[];
  /** Waits for so many, and fails if there are more. */
  received(address: string, subject: RegExp, count?: number): Promise<readonly ReceivedMail[]>;
  /** From the mail that confirms an address. */
  tokenTo(address: string): Promise<string>;
}

/** An SMTP server for the tests of a file or group. */
export function openMailServer(): MailServer {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 50,
    onData: (stream, { envelope }, callback) => {
      void text(stream).then((raw) => {
        const source = raw
          .replaceAll('=\r\n', '')
          .replaceAll('=3D', '=')
          .replaceAll(/\r\n[ \t]+/g, ' ');
        const subject = /^Subject: (.*)\r$/m.exec(source)?.[1] ?? '';
        mails.push(...envelope.rcptTo.map(({ address }) => ({ to: address, subject, source })));
        callback();
      });
    },
  });
  beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
  const to: MailServer['to'] = (address, subject) => mails.filter((mail) => mail.to === address && subject.test(mail.subject));
  const received: MailServer['received'] = async (address, subject, count = 1) => {
    await expect.poll(() => to(address, subject).length).toBe(count);
    return to(address, subject);
  };
  return {
    mails,
    url: () => `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    to,
    received,
    async tokenTo(address) {
      const find = () => to(address, /./).flatMap(({ source }) => /confirm-email\?token=([\w-]+)/.exec(source)?.[1] ?? [])[0];
      await expect.poll(find).toBeDefined();
      return find() ?? '';
    },
  };
}
