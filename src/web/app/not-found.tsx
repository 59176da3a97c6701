import { ErrorScreen } from './error-screen.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

export function NotFoundPage() {
  return (
    <ErrorScreen title="404 Page Not Found" actions={<LinkButton to="/">Back to the home page</LinkButton>}>
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
