import { useEffect, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { whenPageIdle } from '#web/components/lazily.ts';
import { prepareToFind } from '#web/herd/find-animals.ts';
import { type Numbers, useNumbers } from '#web/herd/use-numbers.ts';
import { localCopy } from '#web/lib/local-copy.ts';

/**
 * The numbers by which animals are found. Where the farm is stored in this browser, the search index is built in the first idle
 * moment, so that the first key press does not wait for it.
 */
export function usePreparedNumbers(animals: readonly Animal[], isSearching: boolean): Numbers {
  const [isPrepared, setIsPrepared] = useState(false);
  useEffect(() => whenPageIdle(() => localCopy() && setIsPrepared(true)), []);
  const numbers = useNumbers(isSearching || isPrepared);
  useEffect(() => {
    const left = new AbortController();
    if (isPrepared) void prepareToFind(animals, numbers, left.signal);
    return () => left.abort();
  }, [animals, numbers, isPrepared]);
  return numbers;
}
