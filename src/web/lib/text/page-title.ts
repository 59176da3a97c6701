import { useEffect } from 'react';
import { productTitle } from '#domain/product.ts';

let own: { readonly path: string; readonly title: string } | undefined;

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
