import { type HTMLAttributes, type TouchEvent, useRef } from 'react';
import { isRightToLeft } from '#web/lib/text/direction.ts';

/** In CSS pixels: a touch that begins nearer to the edge is the system's back gesture. */
const edge = 32;
const least = 64;
const maxMs = 800;

interface Start {
  readonly x: number;
  readonly y: number;
  readonly at: number;
}

/** A quick swipe of one finger against the direction of reading leads on, except over what scrolls sideways itself. */
export function useSwipe(onSwipe: (isOnwards: boolean) => void): HTMLAttributes<HTMLElement> {
  const start = useRef<Start>(undefined);
  const drop = () => {
    start.current = undefined;
  };
  return {
    // Otherwise some browsers go back or forward in the history. Elements that scroll sideways still do.
    style: { touchAction: 'pan-y pinch-zoom' },
    onTouchStart: (event) => {
      start.current = startOf(event);
    },
    onTouchCancel: drop,
    onTouchEnd: ({ changedTouches, timeStamp }) => {
      const [from, to] = [start.current, changedTouches[0]];
      drop();
      if (!from || !to || timeStamp - from.at > maxMs) return;
      const [right, down] = [to.clientX - from.x, to.clientY - from.y];
      if (Math.abs(right) < least || Math.abs(right) < 2 * Math.abs(down) || hasSelection()) return;
      onSwipe(right < 0 !== isRightToLeft());
    },
  };
}

function startOf({ currentTarget, target, touches, timeStamp }: TouchEvent<HTMLElement>): Start | undefined {
  const touch = touches[0];
  if (!touch || touches.length > 1 || touch.clientX < edge || touch.clientX > window.innerWidth - edge) return undefined;
  // React also passes on touches in dialogs and lists that are rendered in portals above the page.
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest('dialog, input, textarea, select'))
    return undefined;
  // On a page that is zoomed in, the finger moves the page.
  if ((window.visualViewport?.scale ?? 1) > 1) return undefined;
  return scrollsSideways(target, currentTarget) ? undefined : { x: touch.clientX, y: touch.clientY, at: timeStamp };
}

function scrollsSideways(target: Element, within: Element): boolean {
  for (let element: Element | null = target; element && element !== within; element = element.parentElement) {
    if (element.scrollWidth > element.clientWidth && /auto|scroll/.test(getComputedStyle(element).overflowX)) return true;
  }
  return false;
}

const hasSelection = (): boolean => getSelection()?.isCollapsed === false;
