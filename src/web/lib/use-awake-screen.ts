import { useEffect } from 'react';

/** The screen stays on while the page is in sight, for hands that are wet or full. Where a browser cannot or may not, nothing is said. */
export function useAwakeScreen(): void {
  useEffect(() => {
    let isOver = false;
    let lock: WakeLockSentinel | undefined;
    const release = () => void lock?.release().catch(() => undefined);
    // The lock ends whenever the page is hidden.
    const request = async () => {
      if (document.visibilityState === 'hidden') return;
      lock = await (navigator as Partial<Navigator>).wakeLock?.request('screen').catch(() => undefined);
      if (isOver) release();
    };
    void request();
    document.addEventListener('visibilitychange', request);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', request);
      release();
    };
  }, []);
}
