import { calendarDateOf } from '#domain/calendar-date.ts';
import { dateText } from './format.ts';
import { timeOf } from './moments.ts';
import { farmChangesKey, isFarmStored, lastViewKeys, lastViewPrefix, storedFarmKey } from './stored-farm.ts';

/** What a screen showed when it was left: the next start shows it before any script has run (decision 42, app/last-view.js). */
interface View {
  /** As stored-farm.ts stores it. */
  readonly farm: string;
  /** The count of changes of the farm. */
  readonly changes: string | null;
  /** Much of a screen is said of the day. */
  readonly day: string;
  readonly moment: string;
  readonly storedAt: number;
  readonly styles: string;
  readonly html: string;
}

/** Of those with nothing on them but what the copy of the farm has (decision 37). */
const screens = /^\/(?:animals(?:\/[\da-f-]{36})?|births|breeding|health|places|treatments|work)?$/;
const mostViews = 8;
const mostCharacters = 150_000;

/** Of the screen as it stands. */
export function storeLastView(now = new Date()): void {
  const main = document.getElementById('main');
  const farm = localStorage.getItem(storedFarmKey);
  if (!main || farm === null || main.closest('[inert]') || !screens.test(location.pathname) || !isFarmStored()) return;
  const key = lastViewPrefix + location.pathname + location.search;
  // A list that was scrolled has no rows at its beginning.
  if (location.pathname === '/animals' && window.scrollY > 0) return;
  const view: View = {
    farm,
    changes: localStorage.getItem(farmChangesKey),
    day: now.toDateString(),
    moment: `${dateText(calendarDateOf(now), calendarDateOf(now))}, ${timeOf(now)}`,
    storedAt: now.getTime(),
    styles: document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.href ?? '',
    html: main.innerHTML.replaceAll(' style="', ' data-style="'),
  };
  localStorage.removeItem(key);
  if (view.html.length > mostCharacters) return;
  const others = lastViewKeys().toSorted((one, other) => storedAt(other) - storedAt(one));
  for (const old of others.slice(mostViews - 1)) localStorage.removeItem(old);
  localStorage.setItem(key, JSON.stringify(view));
}

const storedAt = (key: string): number => (JSON.parse(localStorage.getItem(key) ?? '{"storedAt":0}') as View).storedAt;
