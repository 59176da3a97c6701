import { type KeyboardEvent, useId, useState } from 'react';
import { middleOf } from '#domain/places/outline-labels.ts';
import { labelsOf, type LabelledPlace, planFont, type PlanFont, type PlanLabel } from './plan-labels.ts';
import { outlineLook, type PlaceLook, RestingPattern } from './plan-looks.tsx';
import { pointsText, type Scaled, toPixels } from './plan-surface.tsx';

export interface DrawnPlace extends LabelledPlace {
  readonly look: PlaceLook;
}

interface PlanOutlinesProps {
  readonly places: readonly DrawnPlace[];
  readonly scaled: Scaled;
  /** Whether the picture has to be seen through the outlines. */
  readonly isOverPicture: boolean;
  readonly onOpen: (id: string) => void;
}

/** The outlines with as much of their words as has room. A press is handled by the surface, which knows what a finger means. */
export function PlanOutlines({ places, scaled, isOverPicture, onOpen }: PlanOutlinesProps) {
  const pattern = useId();
  const [font] = useState(planFont);
  const [focused, setFocused] = useState<string>();
  const [pointed, setPointed] = useState<string>();
  const labels = labelsOf(places, scaled, font);
  const tip = places.find(({ id }) => id === (pointed ?? focused) && !labels.get(id)?.isFull);
  const openByKey = (event: KeyboardEvent, id: string) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onOpen(id);
  };
  return (
    <svg
      viewBox={`0 0 ${scaled.width} ${scaled.height}`}
      className="absolute inset-0 size-full"
      style={{ fontSize: `${font.size}px` }}
    >
      <RestingPattern id={pattern} />
      {places.map(({ id, name, facts, outline, look }) => (
        <g
          key={id}
          // SVG has no element for a button.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="button"
          tabIndex={0}
          data-place={id}
          aria-label={[name, ...facts].join(', ')}
          className="outline-none"
          onKeyDown={(event) => openByKey(event, id)}
          onFocus={({ currentTarget }) => setFocused(currentTarget.matches(':focus-visible') ? id : undefined)}
          onBlur={() => setFocused(undefined)}
          onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setPointed(id)}
          onPointerLeave={() => setPointed(undefined)}
        >
          {isOverPicture && (
            <polygon
              points={pointsText(outline, scaled)}
              strokeLinejoin="round"
              fill="none"
              stroke="var(--color-card)"
              strokeWidth={6}
            />
          )}
          <polygon
            points={pointsText(outline, scaled)}
            strokeLinejoin="round"
            fillOpacity={isOverPicture ? 0.35 : 0.9}
            {...outlineLook(look, pattern)}
            {...(id === pointed && { strokeWidth: 5 })}
          />
          {id === focused && (
            <polygon
              points={pointsText(outline, scaled)}
              strokeLinejoin="round"
              fill="none"
              stroke="var(--color-ring)"
              strokeWidth={7}
            />
          )}
        </g>
      ))}
      {places.map(({ id }) => {
        const label = labels.get(id);
        return label && <Label key={id} label={label} font={font} />;
      })}
      {tip && <Tip place={tip} scaled={scaled} font={font} />}
    </svg>
  );
}

export const labelLook = {
  fill: 'var(--color-foreground)',
  stroke: 'var(--color-card)',
  strokeWidth: 4,
  strokeLinejoin: 'round',
  paintOrder: 'stroke',
  className: 'pointer-events-none',
} as const;

/** The words have an edge in the colour of the paper, so that they can be read over any picture. */
function Label({ label: { x, y, lines, nameLines }, font }: { label: PlanLabel; font: PlanFont }) {
  const first = y - ((lines.length - 1) * font.lineHeight) / 2;
  return (
    <text aria-hidden textAnchor="middle" dominantBaseline="central" {...labelLook}>
      {lines.map((line, index) => (
        // The lines have no identity but their order.
        // oxlint-disable-next-line react/no-array-index-key
        <tspan key={index} x={x} y={first + index * font.lineHeight} fontWeight={index < nameLines ? 500 : 400}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

interface TipProps {
  readonly place: LabelledPlace;
  readonly scaled: Scaled;
  readonly font: PlanFont;
}

/** What had no room in an outline, while it is pointed at or has the focus. A screen reader reads the same from the outline. */
function Tip({ place: { name, facts, outline }, scaled, font }: TipProps) {
  const lines = [name, ...facts];
  const width = Math.min(scaled.width, Math.max(...lines.map((line, index) => font.widthOf(line, index === 0))) + 24);
  const height = lines.length * font.lineHeight + 12;
  const middle = toPixels(middleOf(outline), scaled);
  const left = Math.min(scaled.width - width, Math.max(0, middle.x - width / 2));
  const above = middle.y - height - 10;
  const top = above < 0 ? Math.min(scaled.height - height, middle.y + 10) : above;
  return (
    <foreignObject x={left} y={top} width={width} height={height} aria-hidden className="pointer-events-none">
      <div className="rounded-md bg-foreground px-3 py-1.5 text-background" style={{ lineHeight: 1.3 }}>
        {lines.map((line) => (
          <p dir="auto" key={line} className="truncate">
            {line}
          </p>
        ))}
      </div>
    </foreignObject>
  );
}
