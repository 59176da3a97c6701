import { plural } from '#domain/values/plural.ts';
import { daysBetween, type CalendarDate } from '#domain/values/dates.ts';
import type { RegisterEntry } from '#domain/journal/treatment-register.ts';
import { withdrawalProducts } from '#domain/records/event-names.ts';
import { dateText } from '#web/lib/text/format.ts';
import { regional } from '#web/lib/text/regional.ts';
import type { End } from './care/withheld.ts';

const weekdays = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'];

/** `2026-11-25` → `Wed, Nov 25`, or as the farm has chosen `Wed 25 Nov`; with the year if it is not the one of `today`. */
export function dayText(day: CalendarDate, today: CalendarDate): string {
  const since = daysBetween('1970-01-01', day);
  const weekday = weekdays[((since % 7) + 7) % 7];
  return `${weekday}${regional().dateFormat === 'mdy' ? ',' : ''} ${dateText(day, today)}`;
}

/** `in 3 days`, `tomorrow`, `today`, `2 days ago`. */
export function distanceText(day: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(today, day);
  if (days === 0) return 'today';
  if (Math.abs(days) === 1) return days === 1 ? 'tomorrow' : 'yesterday';
  return days > 0 ? `in ${days} days` : `${-days} days ago`;
}

/** `2 years`, `5 months`, `12 days`. */
export function ageText(born: CalendarDate, today: CalendarDate): string {
  const [number, unit] = ageIn(born, today);
  return plural(number, unit);
}

/** `2 y`, `5 mo`, `12 d`, where there is little room. */
export function shortAge(born: CalendarDate, today: CalendarDate): string {
  const [number, unit] = ageIn(born, today);
  return `${number} ${shortUnits[unit]}`;
}

const shortUnits = { day: 'd', month: 'mo', year: 'y' } as const;

function ageIn(born: CalendarDate, today: CalendarDate): [number: number, unit: keyof typeof shortUnits] {
  const days = daysBetween(born, today);
  if (days < 61) return [Math.max(days, 0), 'day'];
  const [year, month] = [
    Number(today.slice(0, 4)) - Number(born.slice(0, 4)),
    Number(today.slice(5, 7)) - Number(born.slice(5, 7)),
  ];
  const months = year * 12 + month - (today.slice(8) < born.slice(8) ? 1 : 0);
  return months < 24 ? [months, 'month'] : [Math.floor(months / 12), 'year'];
}

/** `No meat until Fri 4 Dec`; `No meat withdrawal`, if it was recorded as 0 days for what was given on `givenOn`. */
export function withdrawalText({ product, clearOn, notRecordedOn }: End, now: CalendarDate, givenOn?: CalendarDate): string {
  if (notRecordedOn !== null) return 'Withdrawal not recorded';
  if (clearOn !== null && clearOn === givenOn) return `No ${product} withdrawal`;
  return `No ${product} until ${clearOn === null ? 'the course has ended' : dayText(clearOn, now)}`;
}

/** `No meat until Fri, Dec 4` */
export const withheldTexts = ({ clearOn }: RegisterEntry, now: CalendarDate, givenOn: CalendarDate): readonly string[] =>
  withdrawalProducts.flatMap((product) => {
    const end = clearOn[product];
    if (end === null) return [];
    const isKnown = end !== 'notRecorded';
    return withdrawalText(
      { product, clearOn: isKnown && end !== 'open' ? end : null, notRecordedOn: isKnown ? null : now },
      now,
      givenOn,
    );
  });

/** Of a female that is past her window. */
export const overdueText = ({ daysOver }: { readonly daysOver: number }): string => `${plural(daysOver, 'day')} overdue`;
