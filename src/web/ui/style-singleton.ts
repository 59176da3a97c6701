import { useEffect } from 'react';

interface SheetProps {
  readonly styles: string;
}

/**
 * Replaces the package `react-style-singleton` (vite.config.ts), with which Radix locks scrolling. The package adds a style
 * element, for which the content policy would need a nonce. A constructed style sheet needs none, so that a page can be stored
 * (decision 35).
 */
export function styleSingleton() {
  let users = 0;
  let sheet: CSSStyleSheet | undefined;
  return function Sheet({ styles }: SheetProps) {
    useEffect(() => {
      users += 1;
      // The styles of later users were measured while the scroll bar was hidden.
      if (!sheet) {
        sheet = new CSSStyleSheet();
        sheet.replaceSync(styles);
        document.adoptedStyleSheets.push(sheet);
      }
      return () => {
        users -= 1;
        if (users > 0) return;
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
        sheet = undefined;
      };
    }, [styles]);
    return null;
  };
}
