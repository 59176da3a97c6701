/** The outline in the background colour makes it readable on any pattern. */
export function ChartLabel({ x, y, lines }: { x: number; y: number; lines: readonly string[] }) {
  const lineHeight = 18;
  const top = y - ((lines.length - 1) * lineHeight) / 2;
  return (
    <text
      textAnchor="middle"
      dominantBaseline="central"
      fill="var(--foreground)"
      stroke="var(--card)"
      strokeWidth="5"
      strokeLinejoin="round"
      paintOrder="stroke"
      className="text-sm font-bold"
    >
      {lines.map((line, place) => (
        <tspan key={line} x={x} y={top + place * lineHeight}>
          {line}
        </tspan>
      ))}
    </text>
  );
}
