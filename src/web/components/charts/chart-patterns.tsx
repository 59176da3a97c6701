import type { MatingState } from '#domain/breeding/matings.ts';
import type { HealthStatus, Species } from '#domain/records/animals.ts';

export type PatternName = Species | HealthStatus | MatingState | 'alive' | 'dead' | 'lost' | 'yearBefore' | 'other';

interface Pattern {
  readonly ground: string;
  /** The colour of text on it. */
  readonly ink: string;
  /** Around what has the ground of the page. */
  readonly line?: string;
  /** On paper and in forced colours, so that the segments differ without colour. */
  readonly path?: string;
}

const dots = 'M2 2h.01M6 6h.01';
const lines = 'M0 2h8M0 6h8';
const rising = 'M-2 2l4-4M0 8l8-8M6 10l4-4';
const falling = 'M-2 6l4 4M0 0l8 8M6-2l4 4';
const net = `${rising}${falling}`;

const [onDark, onLight] = ['var(--color-card)', 'var(--color-foreground)'];
const stone = 'color-mix(in oklch, var(--color-foreground) 22%, var(--color-card))';

/** Only grades have colours of their own. */
const patterns: Readonly<Record<PatternName, Pattern>> = {
  goat: { ground: 'color-mix(in oklch, var(--color-foreground) 68%, var(--color-card))', ink: onDark },
  sheep: { ground: stone, ink: onLight, path: dots },
  1: { ground: 'var(--grade-1)', ink: onDark, path: net },
  2: { ground: 'var(--grade-2)', ink: onDark, path: rising },
  3: { ground: 'var(--grade-3)', ink: onDark, path: dots },
  4: { ground: 'var(--grade-4)', ink: onDark, path: lines },
  5: { ground: 'var(--grade-5)', ink: onDark },
  pending: { ground: stone, ink: onLight, path: dots },
  successful: { ground: 'var(--color-good)', ink: onDark },
  unsuccessful: { ground: 'var(--color-destructive)', ink: onDark, path: net },
  ended: { ground: 'var(--color-muted)', ink: onLight, path: falling },
  alive: { ground: 'var(--color-good)', ink: onDark },
  dead: { ground: 'var(--color-card)', ink: onLight, line: 'var(--color-destructive)', path: falling },
  lost: { ground: 'var(--color-destructive)', ink: onDark },
  yearBefore: { ground: stone, ink: onLight, path: dots },
  other: { ground: 'var(--color-muted)', ink: onLight, path: falling },
};

export const inkOn = (pattern: PatternName): string => patterns[pattern].ink;

export const patternOutline = (pattern: PatternName): string | undefined => patterns[pattern].line;

/** Needs `ChartPatterns` on the page. */
export const patternFill = (pattern: PatternName): string => `url(#pattern-${pattern})`;

export function ChartPatterns() {
  return (
    <svg aria-hidden className="absolute size-0">
      <defs>
        {Object.entries(patterns).map(([name, { ground, ink, path }]) => (
          <pattern key={name} id={`pattern-${name}`} width="8" height="8" patternUnits="userSpaceOnUse">
            <rect width="8" height="8" fill={ground} />
            {path !== undefined && (
              <path
                d={path}
                stroke={ink}
                strokeWidth={path === dots ? 2.5 : 1.5}
                strokeLinecap="round"
                className="hidden forced-colors:inline print:inline"
              />
            )}
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

export function PatternSample({ pattern }: { pattern: PatternName }) {
  return (
    <svg aria-hidden viewBox="0 0 20 20" className="size-5 shrink-0">
      <rect
        x="1"
        y="1"
        width="18"
        height="18"
        rx="3"
        fill={patternFill(pattern)}
        stroke={patternOutline(pattern)}
        strokeWidth={1.5}
        className="print:stroke-foreground"
      />
    </svg>
  );
}
