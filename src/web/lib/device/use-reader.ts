import { useEffect, useEffectEvent } from 'react';
import { parseEid } from '#domain/records/eid.ts';

export interface Reading {
  /** The text as received, without control characters. */
  readonly text: string;
  /** The 15 digits of an electronic tag, if it is one. */
  readonly eid: string | null;
}

type Listener = (reading: Reading) => void;

/** Only the listener added last gets a reading; the shell's gets it if no screen listens. */
const listeners: Listener[] = [];
let fallback: Listener | undefined;

interface ReaderOptions {
  readonly isOn?: boolean;
  readonly isFallback?: boolean;
}

/**
 * Receives readings while the component is shown: from a keyboard reader wherever the focus is, from a reader on a serial port or
 * Bluetooth, and from the camera. Typing into fields is not affected. An open dialog gets them instead of the page behind it.
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

/** A reader held to a tag sends it several times. */
const repeatMs = 1500;
let last = { text: '', at: -repeatMs };

export function dispatchReading(raw: string): void {
  const text = raw.replaceAll(/\p{Cc}+/gu, ' ').trim();
  const at = performance.now();
  const isRepeated = text === last.text && at - last.at < repeatMs;
  last = { text, at };
  if (text === '' || isRepeated) return;
  (listeners.at(-1) ?? fallback)?.({ text, eid: parseEid(raw) });
}
