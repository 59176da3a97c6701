import { type SVGProps, useId } from 'react';

/** How a place is drawn, besides what is said of it in words. */
export type PlaceLook = 'grazed' | 'resting' | 'empty';

/** The pattern of a place that rests; `id` is for `url(#…)`. */
export const RestingPattern = ({ id }: { id: string }) => (
  <pattern id={id} width={9} height={9} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect width={9} height={9} fill="var(--color-straw-soft)" />
    <line x1={0} x2={0} y1={0} y2={9} strokeWidth={4} stroke="var(--color-straw)" />
  </pattern>
);

/** The attributes of an outline. Classes that only the plan has would be in the style sheet of every screen. */
export const outlineLook = (look: PlaceLook, pattern: string): SVGProps<never> =>
  ({
    grazed: { fill: 'var(--color-good-soft)', stroke: 'var(--color-good)', strokeWidth: 3 },
    resting: { fill: `url(#${pattern})`, stroke: 'var(--color-foreground)', strokeWidth: 2, strokeDasharray: '7 4' },
    empty: { fill: 'var(--color-card)', stroke: 'var(--color-muted-foreground)', strokeWidth: 2 },
  })[look];

const meanings: readonly (readonly [PlaceLook, string])[] = [
  ['grazed', 'Animals there'],
  ['resting', 'Resting'],
  ['empty', 'Empty'],
];

export function PlanKey({ looks }: { looks: ReadonlySet<PlaceLook> }) {
  const id = useId();
  return (
    <ul aria-label="Key of the plan" className="mt-3 flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
      {meanings
        .filter(([look]) => looks.has(look))
        .map(([look, text]) => (
          <li key={look} className="flex items-center gap-2">
            <svg aria-hidden viewBox="0 0 28 20" width="28" height="20" className="shrink-0">
              <RestingPattern id={id} />
              <rect x={2} y={2} width={24} height={16} {...outlineLook(look, id)} />
            </svg>
            {text}
          </li>
        ))}
    </ul>
  );
}
