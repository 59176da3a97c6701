import { useResendConfirmation } from '#web/lib/session/resend-confirmation.ts';
import { useIsUnconfirmed, useRights } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';

interface UnconfirmedEmailProps {
  readonly until: string;
  readonly className?: string;
}

/** What has to wait until the person's address is confirmed, and the button that sends the link again; nothing if it is confirmed. */
export function UnconfirmedEmail({ until, className }: UnconfirmedEmailProps) {
  const isUnconfirmed = useIsUnconfirmed();
  const resend = useResendConfirmation();
  if (!isUnconfirmed) return null;
  return (
    <div className={cn('text-sm text-muted-foreground', className)}>
      <p>Your email address is not confirmed yet: open the link we emailed to it. Until then {until}.</p>
      <Button variant="link" size="bare" busy={resend.isPending} onClick={() => resend.mutate({})}>
        {resend.isPending ? 'Sending...' : 'Send the link again'}
      </Button>
    </div>
  );
}

/** Buyers' messages go to the owner alone. */
export function NoEnquiries({ isOffering, ...props }: Omit<UnconfirmedEmailProps, 'until'> & { readonly isOffering: boolean }) {
  const isOwner = useRights().has('own');
  return isOffering && isOwner && <UnconfirmedEmail until="buyers cannot write to you about your listings" {...props} />;
}
