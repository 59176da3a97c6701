import type { CSSProperties } from 'react';

interface LabelProps {
  readonly x: number;
  readonly y: number;
  readonly ink: string;
  readonly children: string;
}

/** On paper an outline makes it readable on any pattern. */
export const ChartLabel = ({ x, y, ink, children }: LabelProps) => (
  <text
    x={x}
    y={y}
    textAnchor="middle"
    dominantBaseline="central"
    strokeWidth="5"
    strokeLinejoin="round"
    paintOrder="stroke"
    style={{ '--ink': ink } as CSSProperties}
    className="fill-(--ink) text-sm font-medium print:fill-foreground print:stroke-card"
  >
    {children}
  </text>
);
