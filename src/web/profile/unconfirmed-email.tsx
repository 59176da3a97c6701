import { useResendConfirmation } from '#web/lib/resend-confirmation.ts';
import { Button } from '#web/ui/button.tsx';

export function UnconfirmedEmail() {
  const resend = useResendConfirmation();
  return (
    <div className="text-sm text-muted-foreground">
      <p>Not confirmed yet: open the link that was mailed there. Until then, mails about plans and payments do not come.</p>
      <Button variant="link" size="bare" busy={resend.isPending} onClick={() => resend.mutate()}>
        {resend.isPending ? 'Sending...' : 'Send the link again'}
      </Button>
    </div>
  );
}
