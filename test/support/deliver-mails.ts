import type { MailTransport } from '#server/mail/mail-transport.ts';
import { createMailSender } from '#server/mail/mail.worker.ts';
import type { TestServer } from './engines.ts';

/** Sends all mails that are due. */
export async function deliverMails({ db, clock, app }: TestServer, post: MailTransport): Promise<void> {
  const sender = createMailSender({ db, post, now: clock.now, log: app.log });
  sender.fill();
  await sender.idle();
}
