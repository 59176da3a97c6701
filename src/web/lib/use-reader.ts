import { useEffect, useEffectEvent } from 'react';
import { parseEid } from '#domain/eid.ts';

export interface Reading {
  /** As it came, without control characters. */
  readonly text: string;
  /** The 15 digits, if it is an electronic tag. */
  readonly eid: string | null;
}

type Listener = (reading: Reading) => void;

/** The last one that was added hears it; the one of the shell only where no screen listens. */
const listeners: Listener[] = [];
let fallback: Listener | undefined;

interface ReaderOptions {
  readonly isOn?: boolean;
  readonly isFallback?: boolean;
}

/**
 * Hears what a reader reads while the component is shown: a keyboard reader wherever the focus is, a reader at a serial port or over
 * Bluetooth, and the camera. What is typed into a field does not change by it. A dialog hears it instead of the page behind it.
 */
export function useReader(onRead: (reading: Reading) => void, { isOn = true, isFallback = false }: ReaderOptions = {}): void {
  const hear = useEffectEvent(onRead);
  useEffect(() => {
    if (!isOn) return undefined;
    const listener: Listener = (reading) => hear(reading);
    if (isFallback) {
      fallback = listener;
      return () => {
        fallback = undefined;
      };
    }
    listeners.push(listener);
    return () => void listeners.splice(listeners.indexOf(listener), 1);
  }, [isOn, isFallback]);
}

/** A reader that is held at a tag sends it several times. */
const repeatMs = 1500;
let last = { text: '', at: -repeatMs };

export function tellReading(raw: string): void {
  const text = raw.replaceAll(/\p{Cc}+/gu, ' ').trim();
  const at = performance.now();
  const isRepeated = text === last.text && at - last.at < repeatMs;
  last = { text, at };
  if (text === '' || isRepeated) return;
  (listeners.at(-1) ?? fallback)?.({ text, eid: parseEid(raw) });
}
