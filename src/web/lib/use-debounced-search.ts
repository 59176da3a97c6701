import { useEffect, useState } from 'react';

const pauseMs = 250;

/** The address follows after a pause in typing, so that a key press renders only the field. */
export function useDebouncedSearch(
  inAddress: string,
  setAddress: (typed: string) => Promise<void>,
): [typed: string, type: (typed: string) => void] {
  const [draft, setDraft] = useState<string | null>(null);
  useEffect(() => {
    if (draft === null) return undefined;
    const pause = setTimeout(async () => {
      await setAddress(draft);
      setDraft((newer) => (newer === draft ? null : newer));
    }, pauseMs);
    return () => clearTimeout(pause);
  }, [draft, setAddress]);
  return [draft ?? inAddress, setDraft];
}
