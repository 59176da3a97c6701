import { Link } from '@tanstack/react-router';
import { Button } from '#web/ui/button.tsx';
import { DeadEnd } from './dead-end.tsx';

export function NotFoundPage() {
  return (
    <DeadEnd
      title="404 Page Not Found"
      ways={
        <Button asChild>
          <Link to="/">Back to the start</Link>
        </Button>
      }
    >
      There is nothing at this address. It may have been moved, or the link has a typing error.
    </DeadEnd>
  );
}

/** The same outside the layout. */
export function NotFoundScreen() {
  return (
    <main className="px-4">
      <NotFoundPage />
    </main>
  );
}
