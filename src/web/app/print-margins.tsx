import { useLayoutEffect } from 'react';
import { longDate } from '#web/lib/text/format.ts';
import { useCurrentUser } from '#web/lib/session/session.ts';
import { today } from '#web/lib/text/today.ts';
import { usePrinting } from '#web/lib/device/use-printing.ts';

/** At the foot of every printed sheet: the farm, the day and the page. */
export function PrintMargins() {
  const farmName = useCurrentUser().data?.farmName ?? '';
  const isPrinting = usePrinting();
  useLayoutEffect(() => {
    if (!isPrinting) return undefined;
    const margins = new CSSStyleSheet();
    margins.replaceSync(marginRule(farmName, longDate(today())));
    document.adoptedStyleSheets.push(margins);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== margins);
    };
  }, [isPrinting, farmName]);
  return null;
}

export const marginRule = (farmName: string, day: string): string =>
  `@page{@bottom-left{content:${cssText(farmName)};font-size:9pt}@bottom-center{content:${cssText(day)};font-size:9pt}@bottom-right{content:counter(page) " / " counter(pages);font-size:9pt}}`;

/** A string of CSS: what could end it is written as its code. */
const cssText = (text: string): string =>
  `"${text.replaceAll(/["\\\p{Cc}]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`;
