import { type DOMAttributes, type PointerEvent, useEffect, useRef } from 'react';

/** Shorter than the browser takes to open a menu of its own. */
const longMs = 450;

/** For a finger or pen held still; a mouse has other ways. */
export function useLongPress(onLongPress: () => void): DOMAttributes<HTMLElement> {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerDown: ({ pointerType }) => {
      if (pointerType !== 'mouse') timer.current = setTimeout(onLongPress, longMs);
    },
    onPointerUp: cancel,
    onPointerLeave: cancel,
    onPointerCancel: cancel,
    onContextMenu: (event) => {
      if ((event.nativeEvent as unknown as PointerEvent).pointerType !== 'mouse') event.preventDefault();
    },
  };
}
