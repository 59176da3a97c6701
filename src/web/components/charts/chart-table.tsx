import { type ReactNode, useState } from 'react';
import { usePrinting } from '#web/lib/device/use-printing.ts';

/** The numbers behind a chart; printed pages always have them. */
export function ChartTable({ children }: { readonly children: () => ReactNode }) {
  const [isOpened, setOpened] = useState(false);
  const isPrinting = usePrinting();
  const isOpen = isOpened || isPrinting;
  return (
    <details
      open={isOpen}
      // Opening for the printer does not change what the person chose.
      onToggle={({ currentTarget }) => isPrinting || setOpened(currentTarget.open)}
      className="mt-3 border-t pt-1"
    >
      <summary className="flex min-h-11 w-fit items-center gap-2 font-semibold text-primary underline decoration-2 underline-offset-4 print:hidden">
        {isOpened ? 'Hide the table' : 'Show the table'}
      </summary>
      {isOpen && children()}
    </details>
  );
}
