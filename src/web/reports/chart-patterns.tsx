import type { BreedingOutcome } from '#domain/breeding.ts';
import type { HealthStatus, Species } from '#domain/animals.ts';

export type PatternName = Species | HealthStatus | BreedingOutcome | 'other';

interface Pattern {
  readonly ground: string;
  /** A pattern over the colour, so that the segments differ without colour. */
  readonly ink?: { readonly colour: string; readonly path: string };
}

const onDark = 'var(--card)';
const onLight = 'var(--straw-foreground)';

const dots = 'M2 2h.01M6 6h.01';
const lines = 'M0 2h8M0 6h8';
const rising = 'M-2 2l4-4M0 8l8-8M6 10l4-4';
const falling = 'M-2 6l4 4M0 0l8 8M6-2l4 4';
const net = `${rising}${falling}`;

const patterns: Readonly<Record<PatternName, Pattern>> = {
  goat: { ground: 'var(--good)' },
  sheep: { ground: 'var(--straw)', ink: { colour: onLight, path: dots } },
  1: { ground: 'var(--destructive)', ink: { colour: onDark, path: net } },
  2: { ground: 'var(--status-sold)', ink: { colour: onLight, path: rising } },
  3: { ground: 'var(--straw)', ink: { colour: onLight, path: dots } },
  4: { ground: 'var(--status-active)', ink: { colour: onDark, path: lines } },
  5: { ground: 'var(--good)' },
  pending: { ground: 'var(--straw)', ink: { colour: onLight, path: dots } },
  successful: { ground: 'var(--good)' },
  unsuccessful: { ground: 'var(--destructive)', ink: { colour: onDark, path: net } },
  other: { ground: 'var(--muted)', ink: { colour: 'var(--foreground)', path: falling } },
};

/** Needs `ChartPatterns` on the page. */
export const patternFill = (pattern: PatternName): string => `url(#pattern-${pattern})`;

export function ChartPatterns() {
  return (
    <svg aria-hidden className="absolute size-0">
      <defs>
        {Object.entries(patterns).map(([name, { ground, ink }]) => (
          <pattern key={name} id={`pattern-${name}`} width="8" height="8" patternUnits="userSpaceOnUse">
            <rect width="8" height="8" fill={ground} />
            {ink && <path d={ink.path} stroke={ink.colour} strokeWidth={ink.path === dots ? 2.5 : 1.5} strokeLinecap="round" />}
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

export function PatternSample({ pattern }: { pattern: PatternName }) {
  return (
    <svg aria-hidden viewBox="0 0 20 20" className="size-5 shrink-0">
      <rect x="1" y="1" width="18" height="18" rx="3" fill={patternFill(pattern)} stroke="var(--foreground)" />
    </svg>
  );
}
