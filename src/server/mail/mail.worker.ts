import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/db/connect.ts';
import { claimDueMail, markSent, putBack } from './outbox.queries.ts';
import type { Post } from './post.ts';

interface MailRound {
  readonly db: Db;
  readonly post: Post;
  readonly now: () => Date;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** Ends the round after the mail that is under way. */
  readonly signal?: AbortSignal;
}

/** Delivers what is due, one after another; what fails waits for a later try and keeps nobody else waiting. */
export async function deliverDueMail({ db, post, now, log, signal }: MailRound): Promise<void> {
  for (;;) {
    const mail = signal?.aborted ? undefined : await claimDueMail(db, now());
    if (!mail) return;
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
  }
}

export interface MailWorker {
  /** Something was queued: look now instead of at the next round. */
  wake(): void;
  /** Finishes the mail that is under way; the rest waits in the outbox. */
  stop(): Promise<void>;
}

const everyMs = 5000;

/** Looks for due mail every few seconds (a try is due again, another server queued one) and when woken. */
export function startMailWorker(parts: Omit<MailRound, 'signal'>): MailWorker {
  const stopping = new AbortController();
  let round: Promise<void> | undefined;
  let isWoken = false;

  const rounds = async (): Promise<void> => {
    do {
      isWoken = false;
      await deliverDueMail({ ...parts, signal: stopping.signal }).catch((error: unknown) =>
        parts.log.warn({ err: error }, 'the outbox cannot be read right now'),
      );
    } while (isWoken && !stopping.signal.aborted);
    round = undefined;
  };
  const wake = (): void => {
    isWoken = true;
    if (!stopping.signal.aborted) round ??= rounds();
  };
  const timer = setInterval(wake, everyMs);
  wake();

  return {
    wake,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await round;
    },
  };
}
