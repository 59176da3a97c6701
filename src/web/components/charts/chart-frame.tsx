import type { ReactNode } from 'react';

/** One labelled image for screen readers, since its numbers are in the table beside it. */
export function ChartFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> has no children
    <div role="img" aria-label={label} className="min-w-0 print:[&_svg]:max-w-full">
      {children}
    </div>
  );
}
