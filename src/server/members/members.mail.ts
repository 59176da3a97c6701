import { plural } from '#domain/values/plural.ts';
import { roleWords } from '#domain/accounts/role-words.ts';
import type { InvitableRole } from '#domain/accounts/members.ts';
import { productTitle } from '#domain/product.ts';
import { renderEmail } from '#server/mail/render-email.ts';
import type { RenderedEmail } from '#server/mail/outbox.queries.ts';

interface InvitationMail {
  readonly role: InvitableRole;
  readonly days: number | null;
  readonly url: string;
}

/** Does not contain the name of the farm, which a stranger can choose freely; it is shown when the link is opened. */
export const invitationMail = ({ role, days, url }: InvitationMail): RenderedEmail =>
  renderEmail(`You are invited to a farm at ${productTitle}`, [
    `Somebody who keeps the records of their goats or sheep at ${productTitle} asks you to join their farm as ${roleWords[role].withArticle}${
      days === null ? '' : ` for ${plural(days, 'day')}`
    }. As ${roleWords[role].withArticle} you ${roleWords[role].may.replace('May', 'may')}`,
    { button: 'See the invitation', url },
    'The link works for seven days and only for this address. It costs nothing.',
    'If you did not expect an invitation, you can ignore this email.',
  ]);
