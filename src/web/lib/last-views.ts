import { calendarDateOf } from '#domain/calendar-date.ts';
import { dateText } from './format.ts';
import { timeOf } from './moments.ts';
import { farmChangesKey, isFarmStored, lastViewKeys, lastViewPrefix, storedFarmKey } from './stored-farm.ts';

/** What a screen showed when it was left. The next start shows it before any script has run (decision 42, app/last-view.js). */
interface View {
  /** In the format of stored-farm.ts. */
  readonly farm: string;
  /** The farm's change count. */
  readonly changes: string | null;
  /** The day, because much of a screen depends on it. */
  readonly day: string;
  readonly moment: string;
  readonly storedAt: number;
  readonly styles: string;
  readonly html: string;
}

/** Only screens that show nothing but the copy of the farm (decision 37). */
const screens = /^\/(?:animals(?:\/[\da-f-]{36})?|births|breeding|health|places|treatments|work)?$/;
const maxViews = 8;
const maxCharacters = 150_000;

/** The HTML of the current screen. */
export function storeLastView(now = new Date()): void {
  const main = document.getElementById('main');
  const farm = localStorage.getItem(storedFarmKey);
  if (!main || farm === null || main.closest('[inert]') || !screens.test(location.pathname) || !isFarmStored()) return;
  const key = lastViewPrefix + location.pathname + location.search;
  // A scrolled virtual list has not rendered its first rows.
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
  if (view.html.length > maxCharacters) return;
  const others = lastViewKeys().toSorted((one, other) => storedAt(other) - storedAt(one));
  for (const old of others.slice(maxViews - 1)) localStorage.removeItem(old);
  localStorage.setItem(key, JSON.stringify(view));
}

const storedAt = (key: string): number => (JSON.parse(localStorage.getItem(key) ?? '{"storedAt":0}') as View).storedAt;
