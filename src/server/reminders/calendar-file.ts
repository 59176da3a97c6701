import { createHash } from 'node:crypto';
import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import { productTitle } from '#domain/product.ts';
import type { SentEntry } from './reminders.queries.ts';

/** A file in the format of RFC 5545. `calendarKey` distinguishes the entries of two calendars. */
export function calendarFile(name: string, calendarKey: string, entries: readonly SentEntry[]): string {
  const calendar = ical({
    name,
    prodId: { company: productTitle, product: 'Calendar', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 3600,
  });
  for (const { key, day, title, note, sequence, changedAt, cancelledAt } of entries) {
    calendar.createEvent({
      id: `${createHash('sha256').update(`${calendarKey} ${key}`).digest('hex').slice(0, 32)}@${productTitle.toLowerCase()}`,
      sequence,
      stamp: new Date(changedAt),
      start: new Date(`${day}T00:00:00Z`),
      allDay: true,
      summary: title,
      description: note === '' ? null : note,
      status: cancelledAt === null ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return calendar.toString();
}
