import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/db/connect.ts';
import { isPaused } from '#server/db/restores.ts';
import { claimDueMail, markSent, retryMail, type BusyWith, type WaitingMail } from './outbox.queries.ts';
import type { MailTransport } from './mail-transport.ts';

interface MailParts {
  readonly db: Db;
  readonly post: MailTransport;
  readonly now: () => Date;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

interface Sending {
  readonly mail: WaitingMail;
  readonly startedAt: number;
  readonly done: Promise<void>;
}

/** The number of mails sent concurrently. A mail that takes long no longer counts, so that slow mail servers do not delay others. */
const maxConcurrent = 5;
const slowMs = 5000;
const maxConcurrentWithSlow = 20;
/** The maximum of those to one domain, of those caused from one network address, and of retries. */
const maxConcurrentAlike = 2;

export function createMailSender({ db, post, now, log }: MailParts) {
  const sending = new Set<Sending>();
  let filling: Promise<void> | undefined;
  let isAskedAgain = false;
  let isStopped = false;

  const send = async (mail: WaitingMail): Promise<void> => {
    try {
      const where = await post(mail);
      await markSent(db, mail, now());
      log.info({ mail: mail.id, where }, 'mail delivered');
    } catch (error) {
      const isTriedAgain = await retryMail(db, mail, String(error), now());
      log[isTriedAgain ? 'warn' : 'error'](
        { mail: mail.id, attempts: mail.attempts, err: error },
        isTriedAgain ? 'mail could not be delivered; it will be tried again' : 'mail could not be delivered for a day; given up',
      );
    }
  };

  const begin = (mail: WaitingMail): void => {
    const done = send(mail)
      .catch((error: unknown) => log.warn({ err: error }, 'the outbox cannot be written right now'))
      .finally(() => {
        sending.delete(entry);
        fill();
      });
    const entry: Sending = { mail, startedAt: performance.now(), done };
    sending.add(entry);
  };

  const hasRoom = (): boolean => {
    const quick = [...sending].filter(({ startedAt }) => performance.now() - startedAt < slowMs).length;
    return !isStopped && quick < maxConcurrent && sending.size < maxConcurrentWithSlow;
  };

  const claimNext = async (): Promise<boolean> => {
    // A restored copy sends nothing until the operator resumes it.
    if (!hasRoom() || (await isPaused(db))) return false;
    const mail = await claimDueMail(db, now(), busyWith([...sending].map((entry) => entry.mail)));
    if (mail) begin(mail);
    return mail !== undefined;
  };

  const claimWhileThereIsRoom = async (): Promise<void> => {
    for (;;) {
      isAskedAgain = false;
      const isClaimed = await claimNext().catch((error: unknown) => {
        log.warn({ err: error }, 'the outbox cannot be read right now');
        return false;
      });
      // The worker was woken during the query, which may have missed newly queued mails.
      if (!isClaimed && !isAskedAgain) break;
      if (isStopped) break;
    }
    filling = undefined;
  };

  const fill = (): void => {
    isAskedAgain = true;
    if (!isStopped) filling ??= claimWhileThereIsRoom();
  };

  const idle = async (): Promise<void> => {
    for (;;) {
      const pending = filling ?? [...sending].at(0)?.done;
      if (!pending) return;
      await pending;
    }
  };

  return {
    fill,
    idle,
    stop(): Promise<void> {
      isStopped = true;
      return idle();
    },
  };
}

function busyWith(mails: readonly WaitingMail[]): BusyWith {
  const enough = (keys: readonly string[]): string[] =>
    [...new Set(keys)].filter((key) => key !== '' && keys.filter((other) => other === key).length >= maxConcurrentAlike);
  return {
    domains: enough(mails.map(({ to }) => to.slice(to.lastIndexOf('@') + 1).toLowerCase())),
    origins: enough(mails.map(({ origin }) => origin)),
    hasEnoughRetries: mails.filter(({ attempts }) => attempts > 1).length >= maxConcurrentAlike,
  };
}

export async function deliverDueMail(parts: MailParts): Promise<void> {
  const sender = createMailSender(parts);
  sender.fill();
  await sender.idle();
}

export interface MailWorker {
  wake(): void;
  stop(): Promise<void>;
}

const everyMs = 5000;

/** Also polls every few seconds for retries and for mails queued by other servers. */
export function startMailWorker(parts: MailParts): MailWorker {
  const sender = createMailSender(parts);
  const timer = setInterval(sender.fill, everyMs);
  sender.fill();
  return {
    wake: sender.fill,
    stop() {
      clearInterval(timer);
      return sender.stop();
    },
  };
}
