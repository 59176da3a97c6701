import { Sparkles } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { noticeClassName } from './notices.tsx';
import { takeOver } from '#web/service-worker/build.ts';

export function NewVersionNotice() {
  const [load, setLoad] = useState<() => void>();
  useEffect(() => followServiceWorker((next) => setLoad(() => next)), []);
  return (
    <output className="block">
      {load && (
        <div className={noticeClassName}>
          <Sparkles aria-hidden />
          <p className="flex-1">A new version is ready. What you typed is kept.</p>
          <Button variant="outline" onClick={load}>
            Reload
          </Button>
        </div>
      )}
    </output>
  );
}

/**
 * Registers the service worker and reports when a new version is ready, which `load` activates. Browsers without service workers
 * (a server without https) always load the page from the server.
 */
function followServiceWorker(onNewVersion: (load: () => void) => void): () => void {
  const { serviceWorker } = navigator as { readonly serviceWorker?: ServiceWorkerContainer };
  if (!serviceWorker) return () => {};
  const left = new AbortController();
  const listening = { signal: left.signal };
  const load = () => location.reload();
  let wasControlled = serviceWorker.controller !== null;
  let isLoading = false;

  serviceWorker.addEventListener(
    'controllerchange',
    () => {
      if (isLoading) load();
      // Another window activated the new version. This window keeps using the files it started with.
      else if (wasControlled) onNewVersion(load);
      wasControlled = true;
    },
    listening,
  );

  const follow = (registration: ServiceWorkerRegistration): void => {
    const offer = () => {
      const { waiting } = registration;
      if (!waiting || left.signal.aborted) return;
      onNewVersion(() => {
        isLoading = true;
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of a window, not of a worker
        waiting.postMessage(takeOver);
      });
    };
    const watch = () => registration.installing?.addEventListener('statechange', offer, listening);
    offer();
    watch();
    registration.addEventListener('updatefound', watch, listening);
    // An installed product may stay open for days without a navigation, at which browsers look for a new version.
    const lookForUpdate = () => document.visibilityState === 'visible' && void registration.update().catch(() => {});
    document.addEventListener('visibilitychange', lookForUpdate, listening);
  };

  // Without a connection the next start tries again.
  serviceWorker.register('/sw.js').catch(() => {});
  void serviceWorker.ready.then(follow);
  return () => left.abort();
}
