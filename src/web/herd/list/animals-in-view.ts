import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { Signal } from '#web/lib/signal.ts';

type AnimalIds = readonly string[];

let readIds: () => AnimalIds = () => [];
let current: string | undefined;
const changes = new Signal();

/**
 * The animals that the page lists, in their order, for the panel beside it: the selected ones, or all from the focused one on.
 */
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

/** The animals that are recorded in the panel beside the list. */
export function setCurrentAnimal(id: string | undefined): void {
  current = id;
  changes.tell();
}

export const useCurrentAnimal = (): string | undefined => useSyncExternalStore(changes.subscribe, () => current);
