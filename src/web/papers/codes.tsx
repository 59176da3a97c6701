import { encode } from 'uqr';
import { code128 } from '#domain/papers/code128.ts';

/** A square of modules, with the quiet zone that readers need. */
export function QrCode({
  text,
  label,
  className,
}: {
  readonly text: string;
  readonly label: string;
  readonly className?: string;
}) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges" className={className}>
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}

/** Renders nothing if the barcode cannot encode a character of the text. */
export function Bars({ text, className }: { readonly text: string; readonly className?: string }) {
  const widths = code128(text);
  if (!widths) return null;
  const quiet = 10;
  let x = quiet;
  const bars: string[] = [];
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) bars.push(`M${x} 0h${width}v10h-${width}z`);
    x += width;
  }
  return (
    <svg
      viewBox={`0 0 ${x + quiet} 10`}
      role="img"
      aria-label={`Barcode of ${text}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      className={className}
    >
      <path d={`M0 0h${x + quiet}v10h-${x + quiet}z`} fill="white" />
      <path d={bars.join('')} fill="black" />
    </svg>
  );
}
