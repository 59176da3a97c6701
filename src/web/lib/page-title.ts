import { useEffect } from 'react';
import { productTitle } from '#domain/product.ts';

/** What a page says of itself once it knows, in place of the title of all pages of its kind. */
let own: { readonly path: string; readonly words: string } | undefined;

/** Shows the title in the browser's tab: the page's own words, or those of all pages of its kind. */
export function showTitle(path: string, words: string | undefined): void {
  const shown = own?.path === path ? own.words : words;
  document.title = shown === undefined ? productTitle : `${shown} · ${productTitle}`;
}

export function usePageTitle(words: string): void {
  useEffect(() => {
    own = { path: location.pathname, words };
    showTitle(location.pathname, words);
    return () => {
      own = undefined;
    };
  }, [words]);
}
