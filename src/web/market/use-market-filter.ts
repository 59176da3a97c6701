import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { MarketFilter } from './market-filter.ts';

const pauseMs = 250;

/** The filter is in the address, so that a search can be shared. `shown` is the part that has been requested. */
export function useMarketFilter(): {
  filter: MarketFilter;
  shown: MarketFilter;
  change: (change: Partial<MarketFilter>) => void;
} {
  const shown = useSearch({ from: '/shell/for-sale' });
  const navigate = useNavigate({ from: '/for-sale' });
  const [draft, setDraft] = useState<Partial<MarketFilter>>({});
  useEffect(() => {
    if (Object.keys(draft).length === 0) return undefined;
    const pause = setTimeout(async () => {
      await navigate({ search: (now) => ({ ...now, ...draft }), replace: true, state: true });
      setDraft((newer) => (newer === draft ? {} : newer));
    }, pauseMs);
    return () => clearTimeout(pause);
  }, [draft, navigate]);
  return { filter: { ...shown, ...draft }, shown, change: (more) => setDraft((before) => ({ ...before, ...more })) };
}
