import { useLayoutEffect, useState } from 'react';
import { weightUnit } from '#web/lib/text/weight-text.ts';

export const paperSizes = ['A4', 'Letter'] as const;
export type PaperSize = (typeof paperSizes)[number];

/** Sizes in millimetres. */
interface Layout {
  readonly margin: string;
  readonly width: number;
  readonly height: number;
}

/** The area within the margins, less half a millimetre, so that rounding does not add a second page. */
export const sheets: Readonly<Record<PaperSize, Layout>> = {
  A4: { margin: '10mm', width: 190, height: 276.5 },
  Letter: { margin: '10mm', width: 195.9, height: 258.9 },
};

interface LabelSheet extends Layout {
  readonly rows: number;
  readonly labelWidth: number;
  readonly labelHeight: number;
  readonly gap: number;
}

/** Common label sheets: three columns of 63.5 × 33.9 mm (24 on A4) and of 2⅝ × 1 inch (30 on Letter). */
export const labelSheets: Readonly<Record<PaperSize, LabelSheet>> = {
  A4: { margin: '12.9mm 7.2mm', width: 195.6, height: 270.7, rows: 8, labelWidth: 63.5, labelHeight: 33.8, gap: 2.5 },
  Letter: { margin: '12.7mm 4.8mm', width: 206.3, height: 253.5, rows: 10, labelWidth: 66.6, labelHeight: 25.3, gap: 3.2 },
};

/** Farms that use pounds use Letter paper. */
export function usePaperSize(isLabels: boolean) {
  const [size, setSize] = useState<PaperSize>(weightUnit() === 'lbs' ? 'Letter' : 'A4');
  const { margin } = (isLabels ? labelSheets : sheets)[size];
  useLayoutEffect(() => {
    const sheet = new CSSStyleSheet();
    // The rest of the page is hidden, or it would start a second sheet.
    const others = 'body :not(:has([data-papers]),[data-papers],[data-papers] *)';
    sheet.replaceSync(`@page{size:${size} portrait;margin:${margin}}@media print{${others}{display:none!important}}`);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [size, margin]);
  return [size, setSize] as const;
}
