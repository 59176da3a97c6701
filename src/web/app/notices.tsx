import { Link } from '@tanstack/react-router';
import { KeyRound, WifiOff } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';

export const noticeClassName =
  'flex items-center gap-3 border-b bg-straw-soft px-4 py-2.5 sm:px-6 lg:px-8 print:hidden [&>svg]:size-5 [&>svg]:shrink-0';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <output className="block">
      {!isOnline && (
        <p className={noticeClassName}>
          <WifiOff aria-hidden />
          You are offline. What is on the screen stays; saving works again when the connection is back.
        </p>
      )}
    </output>
  );
}

export function TemporaryPasswordNotice({ children }: { children?: ReactNode }) {
  return (
    <output className={noticeClassName}>
      <KeyRound aria-hidden />
      <p>
        You signed in with a temporary password.{' '}
        {!children && (
          <Link to="/settings" className="font-semibold underline decoration-2 underline-offset-4">
            Change it now.
          </Link>
        )}
      </p>
      {children}
    </output>
  );
}
