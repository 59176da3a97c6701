import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Email } from '#contract/common.ts';
import type { Config } from '#server/config.ts';
import type { WaitingMail } from './outbox.queries.ts';

export type MailTransport = (mail: WaitingMail) => Promise<string>;

const smtpTimeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, wholeMs: 60_000 };

export const openMailTransport = (config: Config, timeouts = smtpTimeouts): MailTransport =>
  config.smtpUrl ? smtpTransport(config.smtpUrl, config, timeouts) : folderTransport(config);

/**
 * Sends by SMTP to one recipient. nodemailer parses lists, groups and comments even in the address of an object and of the envelope, so only
 * plain addresses may be passed to it.
 */
function smtpTransport(url: string, { mailFrom }: Config, { wholeMs, ...timeouts }: typeof smtpTimeouts): MailTransport {
  const open = async () =>
    (await import('nodemailer')).createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
  let opened: ReturnType<typeof open> | undefined;
  const domain = mailFrom.address.slice(mailFrom.address.lastIndexOf('@') + 1);
  return async ({ id, to, subject, text, html, stopUrl, replyTo, createdAt }) => {
    if (!Email.safeParse(to).success) throw new Error('this is not a plain address');
    if (replyTo && !Email.safeParse(replyTo).success) throw new Error('an answer cannot go to this address');
    const transport = await (opened ??= open());
    const { response } = await transport.sendMail({
      envelope: { from: mailFrom.address, to: [to] },
      from: mailFrom,
      to,
      ...(replyTo && { replyTo: { name: '', address: replyTo } }),
      subject: oneLine(subject),
      text,
      ...(html !== null && { html }),
      // The same in every attempt, so that mail programs show a duplicate once.
      messageId: `<${id}@${domain}>`,
      date: new Date(createdAt),
      headers: { 'Auto-Submitted': 'auto-generated', ...(stopUrl && oneClick(stopUrl)) },
      signal: AbortSignal.timeout(wholeMs),
    });
    return response;
  };
}

/** RFC 8058. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

export async function verifySmtp(url: string): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 5000 });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

const folderOf = (dataDir: string): string => resolve(dataDir, 'mail');

/** Without SMTP each mail is a file that the operator can read (rule 17). */
function folderTransport({ dataDir }: Config): MailTransport {
  const folder = folderOf(dataDir);
  return async ({ id, to, subject, text, stopUrl, replyTo, createdAt }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${createdAt.slice(0, 19).replaceAll(':', '-')}-${id}.txt`);
    const head = [
      `To: ${oneLine(to)}`,
      `Subject: ${oneLine(subject)}`,
      ...(replyTo ? [`Reply-To: ${oneLine(replyTo)}`] : []),
      `Date: ${createdAt}`,
      ...(stopUrl ? [`List-Unsubscribe: <${stopUrl}>`] : []),
    ];
    await writeFile(file, `${head.join('\n')}\n\n${text}\n`, { mode: 0o600 });
    return file;
  };
}

/** Their names begin with their time. */
export async function removeOldMailFiles(dataDir: string, before: string): Promise<void> {
  const names: readonly string[] = await readdir(folderOf(dataDir)).catch(() => []);
  for (const name of names) if (/^\d{4}-.*\.txt$/.test(name) && name < before) await rm(join(folderOf(dataDir), name));
}

// oxlint-disable-next-line no-control-regex
const oneLine = (text: string): string => text.replaceAll(/[\u0000-\u001F\u007F\u2028\u2029]+/g, ' ');
