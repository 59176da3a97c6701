import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

type AnimalIds = readonly string[];

let readIds: () => AnimalIds = () => [];
let current: string | undefined;
const listeners = new Set<() => void>();

/** Whom the page lists, as they stand, for what is recorded beside it; those that are chosen, or all from the one that has the focus. */
export const animalsInView = (): AnimalIds => readIds();

export function useAnimalsInView(read: () => AnimalIds): void {
  const readNow = useEffectEvent(read);
  useEffect(() => {
    readIds = () => readNow();
    return () => {
      readIds = () => [];
    };
  }, []);
}

/** Of whom something is recorded beside the list. */
export function setCurrentAnimal(id: string | undefined): void {
  current = id;
  for (const listener of listeners) listener();
}

export const useCurrentAnimal = (): string | undefined => useSyncExternalStore(subscribe, () => current);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
