import { Link, useRouter } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';

/** Goes back to where the person came from or, if the address was opened directly, to `to`. */
export function LeaveButton({ to }: { readonly to: '/births' | '/work' | '/breeding/rams' | '/breeding' }) {
  const { history } = useRouter();
  return (
    <Button asChild variant="ghost" size="icon" className="-ml-2.5">
      <Link
        to={to}
        aria-label="Leave"
        onClick={(event) => {
          if (!history.canGoBack()) return;
          event.preventDefault();
          history.back();
        }}
      >
        <X aria-hidden />
      </Link>
    </Button>
  );
}
