import { useEffect, useState } from 'react';

/** The address follows the typing after this pause, so that each key touches only the list. */
const pauseMs = 250;

/**
 * A search that lives in the address and still answers each key at once. `keep` puts what was typed into the address.
 */
export function useTypedSearch(
  inAddress: string,
  keep: (typed: string) => Promise<void>,
): [typed: string, type: (typed: string) => void] {
  // What has been typed and the address does not know yet.
  const [draft, setDraft] = useState<string | null>(null);
  useEffect(() => {
    if (draft === null) return undefined;
    const pause = setTimeout(async () => {
      await keep(draft);
      setDraft((newer) => (newer === draft ? null : newer));
    }, pauseMs);
    return () => clearTimeout(pause);
  }, [draft, keep]);
  return [draft ?? inAddress, setDraft];
}
