import { isFarmStored, lastViewsKey, storedFarmKey } from './stored-farm.ts';

/** What a screen showed when it was left, until something of the farm changes: the next start shows it before any script has run (decision 42). */
interface View {
  /** As stored-farm.ts stores it. */
  readonly farm: string;
  /** Much of a screen is said of the day. */
  readonly day: string;
  readonly styles: string;
  readonly html: string;
}

/** Of those with nothing but the herd on them. */
const screens: readonly string[] = ['/', '/animals'];
const mostCharacters = 300_000;

const read = (): Record<string, View> => JSON.parse(localStorage.getItem(lastViewsKey) ?? '{}') as Record<string, View>;

/** Of the screen as it stands. */
export function storeLastView(): void {
  const main = document.getElementById('main');
  const farm = localStorage.getItem(storedFarmKey);
  if (!main || farm === null || main.closest('[inert]') || !screens.includes(location.pathname) || !isFarmStored()) return;
  const address = location.pathname + location.search;
  const { [address]: _before, ...others } = read();
  const view: View = {
    farm,
    day: new Date().toDateString(),
    styles: document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.href ?? '',
    html: main.innerHTML.replaceAll(' style="', ' data-style="'),
  };
  // A list that was scrolled has no rows at its beginning.
  const isAtStart = window.scrollY === 0 && view.html.length <= mostCharacters;
  localStorage.setItem(lastViewsKey, JSON.stringify({ ...others, ...(isAtStart && { [address]: view }) }));
}
