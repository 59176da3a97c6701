import { useEffect, useState } from 'react';

const pauseMs = 250;

/** A search field whose value goes into the address with `setAddress` after a pause, so that each key renders only the list. */
export function useDebouncedSearch(
  inAddress: string,
  setAddress: (typed: string) => Promise<void>,
): [typed: string, type: (typed: string) => void] {
  // Typed and not yet in the address.
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
