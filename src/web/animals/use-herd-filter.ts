import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { HerdFilter } from './herd-filter.ts';

/** The address follows the typing after this pause, so that each key touches only the list. */
const pauseMs = 250;

/** The filter of the animals page. It lives in the address, so that back, reload and a shared link show the same animals. */
export function useHerdFilter(): [filter: HerdFilter, change: (change: Partial<HerdFilter>) => void] {
  const address = useSearch({ from: '/shell/farm/animals' });
  const navigate = useNavigate({ from: '/animals' });
  // What has been typed and the address does not know yet.
  const [draft, setDraft] = useState<string | null>(null);
  useEffect(() => {
    if (draft === null) return undefined;
    const pause = setTimeout(async () => {
      await navigate({ search: (now) => ({ ...now, search: draft }), replace: true });
      setDraft((newer) => (newer === draft ? null : newer));
    }, pauseMs);
    return () => clearTimeout(pause);
  }, [draft, navigate]);

  const change = ({ search, ...rest }: Partial<HerdFilter>) => {
    if (search !== undefined) setDraft(search);
    if (Object.keys(rest).length > 0) void navigate({ search: (now) => ({ ...now, ...rest }), replace: true });
  };
  return [{ ...address, search: draft ?? address.search }, change];
}
