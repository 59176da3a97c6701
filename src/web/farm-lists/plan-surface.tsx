import { ZoomIn, ZoomOut } from 'lucide-react';
import { type MouseEvent, type PointerEvent, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { onPlan, type Point, type Size } from '#domain/records/outlines.ts';
import { Button } from '#web/ui/button.tsx';
import { usePrinting } from '#web/lib/device/use-printing.ts';
import type { Plan } from './use-plan.ts';

/** Sizes and points in pixels of the screen. */
export interface Scaled extends Size {
  /** Pixels for each unit of the plan. */
  readonly scale: number;
}

interface PlanSurfaceProps {
  readonly plan: Plan;
  /** The greatest height, as a length in CSS. */
  readonly height: string;
  /** Presses draw, so the plan is scrolled by a finger but not zoomed by a double touch. */
  readonly isDrawn?: boolean;
  readonly handlers: PlanHandlers;
  readonly children: (scaled: Scaled) => ReactNode;
}

type PlanEvent = (event: PointerEvent<HTMLDivElement> | MouseEvent<HTMLDivElement>) => void;

interface PlanHandlers {
  readonly onClick?: (event: MouseEvent<HTMLDivElement>) => void;
  readonly onPointerDown?: (event: PointerEvent<HTMLDivElement>) => void;
  readonly onPointerMove?: (event: PointerEvent<HTMLDivElement>) => void;
  readonly onPointerUp?: PlanEvent;
  readonly onPointerCancel?: PlanEvent;
}

/** Where nothing is measured. */
const usualWidth = 328;

const zooms = [1, 2, 4] as const;

/** The paper of the plan: its picture or a grid, as wide as there is room and not higher than the window, or larger and scrolled. */
export function PlanSurface({
  plan: { frame, picture, pictureSize },
  height,
  isDrawn = false,
  handlers,
  children,
}: PlanSurfaceProps) {
  const [width, setWidth] = useState(usualWidth);
  const [zoomed, setZoomed] = useState(0);
  const isPrinting = usePrinting();
  const zoom = isPrinting ? 1 : (zooms[zoomed] ?? 1);
  const { view, onScroll } = useKeptMiddle(zoom);
  const measure = useCallback((element: HTMLDivElement) => {
    const read = () => setWidth(element.clientWidth || usualWidth);
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const ratio = frame.width / frame.height;
  const scaled = { width, height: width / ratio, scale: width / frame.width };
  const shown = picture !== null && pictureSize ? onPlan(pictureSize) : undefined;
  return (
    <div className="mx-auto w-full" style={{ maxWidth: `calc(${height} * ${ratio})` }}>
      <div
        ref={view}
        dir="ltr"
        onScroll={onScroll}
        className="overscroll-contain rounded-lg border"
        style={{ maxHeight: height, overflow: zoom === 1 ? 'hidden' : 'auto' }}
      >
        <div
          ref={measure}
          className="relative bg-card select-none"
          style={{
            aspectRatio: ratio,
            width: `${zoom * 100}%`,
            ...(isDrawn && { cursor: 'crosshair', touchAction: 'manipulation' }),
          }}
          {...handlers}
        >
          {shown ? (
            <img
              src={picture ?? ''}
              alt=""
              draggable={false}
              className="absolute top-0 start-0 max-w-none"
              style={{ width: `${(shown.width / frame.width) * 100}%`, height: `${(shown.height / frame.height) * 100}%` }}
            />
          ) : (
            <Grid scaled={scaled} />
          )}
          {children(scaled)}
        </div>
      </div>
      <div className="mt-2 flex justify-end gap-2">
        <Button variant="outline" size="icon" aria-label="Smaller" disabled={zoomed === 0} onClick={() => setZoomed(zoomed - 1)}>
          <ZoomOut aria-hidden />
        </Button>
        <Button
          variant="outline"
          size="icon"
          aria-label="Larger"
          disabled={zoomed === zooms.length - 1}
          onClick={() => setZoomed(zoomed + 1)}
        >
          <ZoomIn aria-hidden />
        </Button>
      </div>
    </div>
  );
}

/** When the plan is made larger or smaller, what was in the middle of the view stays there. */
function useKeptMiddle(zoom: number) {
  const view = useRef<HTMLDivElement>(null);
  /** As shares of the plan's width and height. */
  const middle = useRef({ x: 0.5, y: 0.5 });
  useLayoutEffect(() => {
    const { current: element } = view;
    if (!element) return;
    element.scrollLeft = (middle.current.x * zoom - 0.5) * element.clientWidth;
    element.scrollTop = middle.current.y * element.scrollHeight - element.clientHeight / 2;
  }, [zoom]);
  const onScroll = () => {
    const { current: element } = view;
    if (!element) return;
    middle.current = {
      x: (element.scrollLeft + element.clientWidth / 2) / element.scrollWidth,
      y: (element.scrollTop + element.clientHeight / 2) / element.scrollHeight,
    };
  };
  return { view, onScroll };
}

const gridLines = 20;

const Grid = ({ scaled: { width, height } }: { scaled: Scaled }) => {
  const step = Math.max(width, height) / gridLines;
  return (
    <svg aria-hidden viewBox={`0 0 ${width} ${height}`} className="absolute inset-0 size-full">
      {Array.from({ length: gridLines - 1 }, (_, before) => before + 1).map((index) => (
        <g key={index} stroke="var(--color-border)" strokeOpacity={index % 5 === 0 ? 1 : 0.5}>
          <line x1={index * step} x2={index * step} y1={0} y2={height} />
          <line x1={0} x2={width} y1={index * step} y2={index * step} />
        </g>
      ))}
    </svg>
  );
};

/** The point of the plan that an event is at. */
export function pointAt(element: Element, { clientX, clientY }: { clientX: number; clientY: number }, frame: Size): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: ((clientX - left) / width) * frame.width, y: ((clientY - top) / height) * frame.height };
}

export const toPixels = ({ x, y }: Point, { scale }: Scaled): Point => ({ x: x * scale, y: y * scale });

/** For the attribute `points` of a polygon. */
export const pointsText = (outline: readonly Point[], scaled: Scaled): string =>
  outline
    .map((corner) => toPixels(corner, scaled))
    .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
    .join(' ');
