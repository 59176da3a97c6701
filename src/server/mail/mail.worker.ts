import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/db/engines/connect.ts';
import { isHeld } from '#server/db/restores.ts';
import { claimDueMail, markSent, retryMail, type WaitingMail } from './outbox.queries.ts';
import type { MailTransport } from './mail-transport.ts';

interface MailParts {
  readonly db: Db;
  readonly post: MailTransport;
  readonly now: () => Date;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

/** The number of mails sent concurrently. */
const maxConcurrent = 10;

export function createMailSender({ db, post, now, log }: MailParts) {
  const senders = new Set<Promise<void>>();
  const stopping = new AbortController();

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

  const sendDue = async (): Promise<void> => {
    while (!stopping.signal.aborted && !(await isHeld(db))) {
      const mail = await claimDueMail(db, now());
      if (!mail) return;
      fill();
      await send(mail);
    }
  };

  const fill = (): void => {
    if (stopping.signal.aborted || senders.size >= maxConcurrent) return;
    const sender = sendDue()
      .catch((error: unknown) => log.warn({ err: error }, 'the outbox cannot be read or written right now'))
      .finally(() => senders.delete(sender));
    senders.add(sender);
  };

  const idle = async (): Promise<void> => {
    while (senders.size > 0) await Promise.all(senders);
  };

  return {
    fill,
    idle,
    stop(): Promise<void> {
      stopping.abort();
      return idle();
    },
  };
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
