import { useResendConfirmation } from '#web/lib/resend-confirmation.ts';
import { Button } from '#web/ui/button.tsx';

export function UnconfirmedEmail() {
  const resend = useResendConfirmation();
  return (
    <div className="text-sm text-muted-foreground">
      <p>Not confirmed yet: open the link we emailed to it. Until then we send no emails about plans and payments.</p>
      <Button variant="link" size="bare" busy={resend.isPending} onClick={() => resend.mutate()}>
        {resend.isPending ? 'Sending...' : 'Send the link again'}
      </Button>
    </div>
  );
}
