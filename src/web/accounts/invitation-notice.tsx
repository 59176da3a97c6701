import { plural } from '#domain/values/plural.ts';
import { roleWords } from '#domain/accounts/role-words.ts';
import { MailOpen, MailX } from 'lucide-react';
import type { OpenInvitation } from '#contract/members.ts';
import { Alert } from '#web/ui/alert.tsx';

interface Props {
  readonly invitation: OpenInvitation | undefined;
  readonly isOver: boolean;
}

export function InvitationNotice({ invitation, isOver }: Props) {
  if (isOver) {
    return (
      <Alert role="alert" className="mb-6" icon={<MailX />} title="This invitation does not work any more">
        It was used or cancelled, or it is older than seven days. Ask for a new one.
      </Alert>
    );
  }
  if (!invitation) return null;
  return (
    <Alert className="mb-6" icon={<MailOpen />} title={invitationTitle(invitation)}>
      {roleWords[invitation.role].may} Register with {invitation.email}, or log in if you have an account with it.
    </Alert>
  );
}

export const invitationTitle = ({ farmName, role, days }: OpenInvitation): string =>
  `${farmName ?? 'A farm'} invites you as ${roleWords[role].withArticle}${days === null ? '' : ` for ${plural(days, 'day')}`}`;
