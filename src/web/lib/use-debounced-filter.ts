import { useEffect, useEffectEvent, useState } from 'react';

const pauseMs = 250;

/** The filter as it is typed. The address follows after a pause in typing, so that a key press renders only the field. */
export function useDebouncedFilter<F extends object>(
  inAddress: F,
  setAddress: (change: Partial<F>) => Promise<void>,
): [typed: F, type: (change: Partial<F>) => void] {
  const [draft, setDraft] = useState<Partial<F>>({});
  // Otherwise the pause would begin again with each render.
  const write = useEffectEvent(setAddress);
  useEffect(() => {
    if (Object.keys(draft).length === 0) return undefined;
    const pause = setTimeout(async () => {
      await write(draft);
      setDraft((newer) => (newer === draft ? {} : newer));
    }, pauseMs);
    return () => clearTimeout(pause);
  }, [draft]);
  return [{ ...inAddress, ...draft }, (change) => setDraft((before) => ({ ...before, ...change }))];
}

export function useDebouncedSearch(
  inAddress: string,
  setAddress: (typed: string) => Promise<void>,
): [typed: string, type: (typed: string) => void] {
  const [{ search }, type] = useDebouncedFilter({ search: inAddress }, ({ search: typed = '' }) => setAddress(typed));
  return [search, (typed) => type({ search: typed })];
}
