import { type KeyboardEvent, type MouseEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { inFrame, maxCorners, type Outline, type Point, snapped, touchedCorner } from '#domain/records/outlines.ts';
import { FormFields } from '#web/components/forms/form.tsx';
import { labelsOf, type LabelledPlace, planFont } from './plan-labels.ts';
import { labelLook } from './plan-outlines.tsx';
import { PlanSurface, pointAt, pointsText, type Scaled } from './plan-surface.tsx';
import type { Plan } from './use-plan.ts';

/** How near to a corner a press takes it, in pixels: a finger covers more than a mouse points at. */
const reachOf = (pointerType: string): number => (pointerType === 'mouse' ? 12 : 24);
/** How near to a corner of another place a corner is put on it. */
const snapPx = 8;
/** Of the plan's longer side: 1 % with an arrow key, a tenth of that with Shift. */
const step = 100;
const smallStep = 10;

interface CornerEditorProps {
  readonly plan: Plan;
  readonly corners: Outline;
  /** The other places, which are shown without being pressed. */
  readonly others: readonly LabelledPlace[];
  readonly onChange: (corners: Outline) => void;
}

/** A touch adds a corner at the end; corners are dragged, or moved with the arrow keys. */
export function CornerEditor({ plan, corners, others, onChange }: CornerEditorProps) {
  const hint = useId();
  const { frame } = plan;
  const drag = useRef<{ readonly index: number; readonly from: Point } | undefined>(undefined);
  /** Whether the press that ends now has taken a corner, so that it adds none. */
  const hasTaken = useRef(false);
  const put = (index: number, point: Point) => onChange(corners.with(index, inFrame(point, frame)));
  const unitsOf = (surface: Element, pixels: number) => (pixels / surface.clientWidth) * frame.width;
  const near = (surface: Element, point: Point) =>
    snapped(
      point,
      others.map(({ outline }) => outline),
      unitsOf(surface, snapPx),
    );

  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      const surface = event.currentTarget;
      const point = pointAt(surface, event, frame);
      const index = touchedCorner(corners, point, unitsOf(surface, reachOf(event.pointerType)));
      const corner = index === undefined ? undefined : corners[index];
      hasTaken.current = corner !== undefined;
      if (index === undefined || !corner || event.button !== 0) return;
      drag.current = { index, from: { x: point.x - corner.x, y: point.y - corner.y } };
      surface.setPointerCapture(event.pointerId);
      // Otherwise the browser would focus the corner that lies on top.
      event.preventDefault();
      focusCorner(surface, index);
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      if (!drag.current) return;
      const { index, from } = drag.current;
      const { x, y } = pointAt(event.currentTarget, event, frame);
      put(index, near(event.currentTarget, { x: x - from.x, y: y - from.y }));
    },
    onPointerUp: () => (drag.current = undefined),
    onPointerCancel: () => (drag.current = undefined),
    onClick: (event: MouseEvent<HTMLDivElement>) => {
      // A key pressed on a corner is a click without a place.
      if (event.detail === 0 || hasTaken.current || corners.length >= maxCorners) return;
      const point = near(event.currentTarget, pointAt(event.currentTarget, event, frame));
      onChange([...corners, inFrame(point, frame)]);
    },
  };

  const moveByKey = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const corner = corners[index];
    const [across, down] = directions[event.key] ?? [0, 0];
    if (!corner || (across === 0 && down === 0)) return;
    event.preventDefault();
    const by = event.shiftKey ? smallStep : step;
    put(index, { x: corner.x + across * by, y: corner.y + down * by });
  };

  return (
    <FormFields>
      <p id={hint} className="sr-only">
        The arrow keys move this corner, with Shift in small steps.
      </p>
      <PlanSurface plan={plan} height="max(16rem, 100vh - 25rem)" handlers={handlers} isDrawn>
        {(scaled) => (
          <>
            <Drawing corners={corners} others={others} scaled={scaled} isOverPicture={plan.pictureSize !== undefined} />
            {corners.map(({ x, y }, index) => (
              <button
                // A corner has no identity but its position in the order.
                // oxlint-disable-next-line react/no-array-index-key
                key={index}
                type="button"
                data-corner={index}
                aria-label={`Corner ${index + 1}, ${percent(x, frame.width)} from the left, ${percent(y, frame.height)} from the top`}
                aria-describedby={hint}
                className="absolute grid size-11 place-items-center rounded-full"
                style={{ left: x * scaled.scale, top: y * scaled.scale, translate: '-50% -50%', touchAction: 'none' }}
                onKeyDown={(event) => moveByKey(event, index)}
              >
                <span
                  aria-hidden
                  className="grid size-6 place-items-center rounded-full border bg-foreground text-xs font-semibold text-background"
                >
                  {index + 1}
                </span>
              </button>
            ))}
          </>
        )}
      </PlanSurface>
    </FormFields>
  );
}

const directions: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const percent = (part: number, whole: number): string => `${Math.round((part / whole) * 100)} %`;

export const focusCorner = (within: Element, index: number): void =>
  within.querySelector<HTMLElement>(`[data-corner="${index}"]`)?.focus({ preventScroll: true });

interface DrawingProps extends Pick<CornerEditorProps, 'corners' | 'others'> {
  readonly scaled: Scaled;
  readonly isOverPicture: boolean;
}

function Drawing({ corners, others, scaled, isOverPicture }: DrawingProps) {
  const [font] = useState(planFont);
  const labels = labelsOf(others, scaled, font);
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${scaled.width} ${scaled.height}`}
      className="absolute inset-0 size-full"
      style={{ fontSize: `${font.size}px` }}
    >
      {others.map(({ id, outline }) => (
        <polygon
          key={id}
          points={pointsText(outline, scaled)}
          fillOpacity={isOverPicture ? 0.2 : 0.7}
          fill="var(--color-muted)"
          stroke="var(--color-muted-foreground)"
          strokeWidth={1.5}
        />
      ))}
      {[...labels].map(([id, { x, y, lines }]) => (
        <text key={id} textAnchor="middle" dominantBaseline="central" {...labelLook}>
          {lines.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <tspan key={index} x={x} y={y + (index - (lines.length - 1) / 2) * font.lineHeight}>
              {line}
            </tspan>
          ))}
        </text>
      ))}
      <polyline
        points={pointsText(corners, scaled)}
        fill="none"
        stroke="var(--color-card)"
        strokeWidth={6}
        strokeLinejoin="round"
      />
      <polygon
        points={pointsText(corners, scaled)}
        strokeLinejoin="round"
        fillOpacity={0.25}
        fill="var(--color-primary)"
        stroke="var(--color-primary)"
        strokeWidth={3}
      />
    </svg>
  );
}
