import { z } from 'zod';
import { calendarKinds } from '#domain/work/calendar.ts';
import { route } from './route.ts';

const Kinds = z.array(z.enum(calendarKinds, 'Not something a calendar has')).min(1, 'Choose what the calendar has').max(10);

/** The reminders of the person for this farm. */
export const Reminders = z.object({
  /** null if there is no link. The link itself is returned only when it is created. */
  calendar: z
    .object({
      kinds: z.array(z.enum(calendarKinds)),
      madeAt: z.string(),
      /** When a calendar program last requested it; null if never. */
      readAt: z.string().nullable(),
    })
    .nullable(),
  /** null: no morning mail. */
  mail: z.object({ hour: z.int(), zone: z.string() }).nullable(),
  /** Notifications on the device of this session. */
  push: z.object({
    /** The `applicationServerKey` for the browser's subscription, in base64url. */
    publicKey: z.string(),
    /** null: no notifications. */
    hour: z.int().nullable(),
  }),
});
export type Reminders = z.infer<typeof Reminders>;

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone }).format();
    return true;
  } catch {
    return false;
  }
}

/** Such as `Europe/Berlin`. */
const Zone = z
  .string()
  .max(60)
  .regex(/^[A-Za-z]/, 'Not a time zone')
  .refine(isZone, 'Not a time zone');

export const CalendarChoice = z.object({ kinds: Kinds, zone: Zone });

export const MorningMail = z.object({
  /** Local hour in the time zone; null: no mail. */
  hour: z.int().min(0).max(23).nullable(),
  zone: Zone,
});

/** The result of `PushSubscription.toJSON`. */
const PushSubscription = z.object({
  endpoint: z.url('Not an address').max(1000, 'Not an address'),
  /** A point of the curve P-256 and a secret of 16 bytes, in base64url (RFC 8291). */
  keys: z.object({
    p256dh: z.string().regex(/^B[\w-]{86}=?$/, 'Not a key of a browser'),
    auth: z.string().regex(/^[\w-]{22}={0,2}$/, 'Not a key of a browser'),
  }),
});

export const MorningPush = z.object({
  hour: z.int().min(0).max(23),
  zone: Zone,
  subscription: PushSubscription,
});

export const reminderRoutes = {
  readReminders: route({
    method: 'GET',
    path: '/reminders',
    access: 'farm',
    needs: 'see',
    personal: true,
    summary: 'Read whether the person has a calendar link, a morning mail and notifications for this farm',
    reply: Reminders,
  }),
  makeCalendarLink: route({
    method: 'POST',
    path: '/reminders/calendar',
    access: 'farm',
    needs: 'see',
    personal: true,
    byPassword: true,
    summary: 'Create a link to a calendar of due tasks; an earlier link of the person for this farm stops working',
    body: CalendarChoice,
    reply: z.object({
      /** The secret part of the calendar's URL, returned only here. */
      token: z.string(),
      reminders: Reminders,
    }),
    status: 201,
    errors: ['request.too_many'],
  }),
  changeCalendar: route({
    method: 'PATCH',
    path: '/reminders/calendar',
    access: 'farm',
    needs: 'see',
    personal: true,
    byPassword: true,
    summary: 'Change the kinds of entries in the calendar; its link stays the same',
    body: CalendarChoice,
    reply: Reminders,
    errors: ['calendar.not_found'],
  }),
  revokeCalendarLink: route({
    method: 'DELETE',
    path: '/reminders/calendar',
    access: 'farm',
    needs: 'see',
    personal: true,
    summary: 'Revoke the link to the calendar',
    reply: Reminders,
  }),
  setMorningMail: route({
    method: 'PUT',
    path: '/reminders/mail',
    access: 'farm',
    needs: 'see',
    personal: true,
    byPassword: true,
    summary: 'Switch the morning mail about due tasks on or off',
    body: MorningMail,
    reply: Reminders,
    errors: ['mail.unconfirmed'],
  }),
  setMorningPush: route({
    method: 'PUT',
    path: '/reminders/push',
    access: 'farm',
    needs: 'see',
    personal: true,
    byPassword: true,
    summary: 'Switch morning notifications about due tasks on for the device of this session',
    body: MorningPush,
    reply: Reminders,
    errors: ['request.too_many'],
  }),
  endMorningPush: route({
    method: 'DELETE',
    path: '/reminders/push',
    access: 'farm',
    needs: 'see',
    personal: true,
    summary: 'Switch notifications off for the device of this session',
    reply: Reminders,
  }),
  readCalendar: route({
    method: 'GET',
    path: '/calendar/:file',
    access: 'public',
    summary: 'Read the calendar behind a link in the format of RFC 5545, for calendar programs',
    params: z.object({ file: z.string().regex(/^[\w-]{43}\.ics$/, 'Not a calendar') }),
    reply: z.never(),
    download: ['text/calendar'],
    notModified: 'Nothing has changed since',
    errors: ['calendar.not_found', 'request.too_many'],
  }),
} as const;
