import { CloudAlert, WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { loadPage } from '#web/lib/server/reachable.ts';
import { Button } from '#web/ui/button.tsx';

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

/** One line, because the screen below it works. */
export const PartMissingNotice = () => (
  <div role="alert" className={noticeClassName}>
    <CloudAlert aria-hidden />
    <p className="flex-1">Part of this page could not be loaded.</p>
    <Button variant="outline" onClick={() => void loadPage()}>
      Reload
    </Button>
  </div>
);
