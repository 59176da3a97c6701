import type { Page } from 'playwright-core';

declare global {
  interface Window {
    reportTexts(texts: readonly string[]): void;
  }
}

/** Includes texts that are shown only briefly. */
export async function recordTexts(page: Page, shownTexts: Set<string>): Promise<void> {
  await page.exposeFunction('reportTexts', (texts: readonly string[]) => {
    for (const one of texts) shownTexts.add(one);
  });
  await page.addInitScript(() => {
    const textOf = (nodes: Iterable<Node>) => [...nodes].map(({ textContent }) => textContent ?? '').join('');
    // With and without nested elements such as a badge.
    const textsOf = (element: Element) => {
      const own = textOf([...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE));
      const texts = own.trim() === '' ? [] : [own, textOf(element.childNodes)];
      return [...texts, element.getAttribute('placeholder') ?? ''].map((text) => text.replaceAll(/\s+/g, ' ').trim());
    };
    const observer = new MutationObserver((changes) => {
      const texts = new Set<string>();
      for (const { target, addedNodes } of changes) {
        const changed = target instanceof Element ? target : target.parentElement;
        const added = [...addedNodes].filter((node) => node instanceof Element);
        const elements = [...(changed ? [changed] : []), ...added.flatMap((one) => [one, ...one.querySelectorAll('*')])];
        for (const element of elements) if (element.checkVisibility()) for (const text of textsOf(element)) texts.add(text);
      }
      if (texts.size > 0) globalThis.window.reportTexts([...texts]);
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ['placeholder'] });
  });
}

export function wasShown(expected: string, shownTexts: ReadonlySet<string>): boolean {
  const pattern = expected
    .split(/\{[^}]*\}/)
    .map((part) => RegExp.escape(part))
    .join('.+');
  const line = new RegExp(`^${pattern}(\\. .+)?$`);
  return shownTexts.has(expected) || [...shownTexts].some((text) => line.test(text));
}
