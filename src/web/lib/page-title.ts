import { useEffect } from 'react';
import { productTitle } from '#domain/product.ts';

/** The title that a page sets itself, in the place of its screen's. */
let own: { readonly path: string; readonly title: string } | undefined;

/** Shows the title in the browser's tab: the page's own or that of its screen. */
export function showTitle(path: string, title: string | undefined): void {
  const shown = own?.path === path ? own.title : title;
  document.title = shown === undefined ? productTitle : `${shown} · ${productTitle}`;
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    own = { path: location.pathname, title };
    showTitle(location.pathname, title);
    return () => {
      own = undefined;
    };
  }, [title]);
}
