import { useResendConfirmation } from '#web/lib/session/resend-confirmation.ts';
import { Button } from '#web/ui/button.tsx';

/** What has to wait until the person's address is confirmed, and the button that sends the link again. */
export function UnconfirmedEmail({ until }: { readonly until: string }) {
  const resend = useResendConfirmation();
  return (
    <div className="text-sm text-muted-foreground">
      <p>Your email address is not confirmed yet: open the link we emailed to it. Until then {until}.</p>
      <Button variant="link" size="bare" busy={resend.isPending} onClick={() => resend.mutate()}>
        {resend.isPending ? 'Sending...' : 'Send the link again'}
      </Button>
    </div>
  );
}
