import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ReportsFilter } from './reports-filter.ts';

const pauseMs = 250;

/** In the address, so that a reload and a shared link show the same report. */
export function useReportsFilter(): {
  filter: ReportsFilter;
  shown: ReportsFilter;
  change: (change: Partial<ReportsFilter>) => void;
} {
  const shown = useSearch({ from: '/shell/reports' });
  const navigate = useNavigate({ from: '/reports' });
  const [draft, setDraft] = useState<Partial<ReportsFilter>>({});
  useEffect(() => {
    if (Object.keys(draft).length === 0) return undefined;
    const pause = setTimeout(async () => {
      await navigate({ search: (now) => ({ ...now, ...draft }), replace: true, state: true, resetScroll: false });
      setDraft((newer) => (newer === draft ? {} : newer));
    }, pauseMs);
    return () => clearTimeout(pause);
  }, [draft, navigate]);
  return { filter: { ...shown, ...draft }, shown, change: (more) => setDraft((before) => ({ ...before, ...more })) };
}
