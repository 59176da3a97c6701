import type { ReactNode } from 'react';

/** A drawn chart: for a screen reader one picture with a sentence, since its numbers are in the table beside it. */
export function ChartFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> cannot hold what is drawn here
    <div role="img" aria-label={label} className="min-w-0 print:[&_svg]:max-w-full">
      {children}
    </div>
  );
}
