import { useSearch } from '@tanstack/react-router';

/**
 * The screen of places with its plan, or drawing the outline of the place with this id. Its route declares no search parameters,
 * since their parser would be in the first load of every screen.
 */
export const planSearch = (draw?: string) => ({ show: 'plan', ...(draw !== undefined && { draw }) }) as never;

export function usePlacesSearch() {
  const { show, draw }: { readonly show?: unknown; readonly draw?: unknown } = useSearch({ strict: false });
  return { showsPlan: show === 'plan', draw };
}
