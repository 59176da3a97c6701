import { useEffect } from 'react';

let listed: readonly string[] = [];

/** An animal's page leads to the next animal of the list that was shown last. */
export function useListedAnimals(animals: readonly { readonly id: string }[]): void {
  useEffect(() => {
    listed = animals.map(({ id }) => id);
  }, [animals]);
}

interface Neighbours {
  readonly position: number;
  readonly total: number;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export function neighboursOf(id: string): Neighbours | undefined {
  const index = listed.indexOf(id);
  return index === -1
    ? undefined
    : { position: index + 1, total: listed.length, before: listed[index - 1], after: listed[index + 1] };
}
