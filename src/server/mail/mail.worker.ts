import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/db/connect.ts';
import { isPaused } from '#server/db/restores.ts';
import { claimDueMail, markSent, putBack, type BusyWith, type WaitingMail } from './outbox.queries.ts';
import type { Post } from './post.ts';

interface MailParts {
  readonly db: Db;
  readonly post: Post;
  readonly now: () => Date;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

interface Sending {
  readonly mail: WaitingMail;
  readonly startedAt: number;
  readonly done: Promise<void>;
}

/** How many mails are sent at once. One that has hung for a while no longer counts, so that slow mail servers hold up nobody. */
const atOnce = 5;
const slowMs = 5000;
const atOnceWithSlow = 20;
/** Of those: to one domain, caused from one network address, and tried before. */
const atOnceAlike = 2;

/** Sends what is due: several mails at once, and never so many alike that others wait for them. */
export function createMailSender({ db, post, now, log }: MailParts) {
  const sending = new Set<Sending>();
  let filling: Promise<void> | undefined;
  let isAskedAgain = false;
  let isStopped = false;

  const send = async (mail: WaitingMail): Promise<void> => {
    try {
      const where = await post(mail);
      await markSent(db, mail.id, now());
      log.info({ mail: mail.id, where }, 'mail delivered');
    } catch (error) {
      const isTriedAgain = await putBack(db, mail, String(error), now());
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
    return !isStopped && quick < atOnce && sending.size < atOnceWithSlow;
  };

  const claimNext = async (): Promise<boolean> => {
    // From a restored copy nothing goes out.
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
      // Asked while it looked: what was queued meanwhile may have been missed.
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
    /** When nothing is due and nothing is being sent. */
    idle,
    /** Finishes what is being sent; the rest waits in the outbox. */
    stop(): Promise<void> {
      isStopped = true;
      return idle();
    },
  };
}

function busyWith(mails: readonly WaitingMail[]): BusyWith {
  const enough = (keys: readonly string[]): string[] =>
    [...new Set(keys)].filter((key) => key !== '' && keys.filter((other) => other === key).length >= atOnceAlike);
  return {
    domains: enough(mails.map(({ to }) => to.slice(to.lastIndexOf('@') + 1).toLowerCase())),
    origins: enough(mails.map(({ origin }) => origin)),
    hasEnoughRetries: mails.filter(({ attempts }) => attempts > 1).length >= atOnceAlike,
  };
}

/** Sends what is due now; what fails waits for a later try and keeps nobody else waiting. */
export async function deliverDueMail(parts: MailParts): Promise<void> {
  const sender = createMailSender(parts);
  sender.fill();
  await sender.idle();
}

export interface MailWorker {
  /** Something was queued: look now instead of at the next round. */
  wake(): void;
  /** Finishes the mails that are under way; the rest waits in the outbox. */
  stop(): Promise<void>;
}

const everyMs = 5000;

/** Looks for due mail every few seconds (a try is due again, another server queued one) and when woken. */
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
