import type { ReactNode } from 'react';

interface SheetProps {
  readonly width: number;
  readonly height: number;
  readonly label: string;
  /** Renders without the sheet's padding. */
  readonly isFull?: true;
  readonly children: ReactNode;
}

/** One printed page, black on white even in the dark theme. */
export const Sheet = ({ width, height, label, isFull, children }: SheetProps) => (
  <section
    aria-label={label}
    className={`overflow-hidden border bg-white not-print:mb-4 ${isFull ? '' : 'p-[4mm]'} text-[10pt] leading-tight text-black shadow-card print:break-after-page print:border-0 print:p-0 print:shadow-none print:last:break-after-auto`}
    style={{ width: `${width}mm`, height: `${height}mm` }}
  >
    {children}
  </section>
);

/**
 * The printed part of the page. Focusable, so that it can be scrolled with the keyboard; positioned, because it would not clip hidden texts
 * (`sr-only`) otherwise, and the page would scroll sideways.
 */
export const Papers = ({ children }: { readonly children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div data-papers tabIndex={0} className="relative overflow-x-auto print:static print:overflow-visible">
    {children}
  </div>
);

/** Unknown facts are left out. */
export const Facts = ({ facts }: { readonly facts: readonly (readonly [label: string, value: string | null | undefined])[] }) => (
  <dl className="grid grid-cols-[auto_1fr] gap-x-[4mm] gap-y-[1mm]">
    {facts.flatMap(([label, value]) =>
      value
        ? [
            <dt key={label} className="text-[8pt]">
              {label}
            </dt>,
            <dd key={`${label} value`} className="font-medium wrap-anywhere">
              {value}
            </dd>,
          ]
        : [],
    )}
  </dl>
);
