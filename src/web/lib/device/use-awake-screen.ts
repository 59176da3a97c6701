import { useEffect } from 'react';

/**
 * Keeps the screen on while the page is visible, for people with wet or full hands. Without permission or support nothing
 * happens.
 */
export function useAwakeScreen(): void {
  useEffect(() => {
    let isOver = false;
    let lock: WakeLockSentinel | undefined;
    const release = () => void lock?.release().catch(() => undefined);
    // The lock is released whenever the page is hidden.
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
