import { Link } from '@tanstack/react-router';
import { Button } from '#web/ui/button.tsx';
import { ErrorScreen } from './error-screen.tsx';

export function NotFoundPage() {
  return (
    <ErrorScreen
      title="404 Page Not Found"
      actions={
        <Button asChild>
          <Link to="/">Back to the home page</Link>
        </Button>
      }
    >
      There is nothing at this address. It may have moved, or the link may have a typing error.
    </ErrorScreen>
  );
}

export function NotFoundScreen() {
  return (
    <main className="px-4">
      <NotFoundPage />
    </main>
  );
}
