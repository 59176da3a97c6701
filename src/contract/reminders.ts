import { z } from 'zod';
import { calendarKinds } from '#domain/calendar.ts';
import { route } from './route.ts';

const Kinds = z.array(z.enum(calendarKinds, 'Not something a calendar has')).min(1, 'Choose what the calendar has').max(10);

/** Of the person, on this farm. */
export const Reminders = z.object({
  /** null: there is no link. The link itself is shown when it is made, and never again. */
  calendar: z
    .object({
      kinds: z.array(z.enum(calendarKinds)),
      madeAt: z.string(),
      /** When a calendar last asked for it; null: none has. */
      readAt: z.string().nullable(),
    })
    .nullable(),
  /** null: no morning mail. */
  mail: z.object({ hour: z.int(), zone: z.string() }).nullable(),
  /** Notifications on the device of this session. */
  push: z.object({
    /** With which a browser subscribes: `applicationServerKey`, in base64url. */
    publicKey: z.string(),
    /** null: none. */
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
  /** In the time zone; null: no mail. */
  hour: z.int().min(0).max(23).nullable(),
  zone: Zone,
});

/** As `PushSubscription.toJSON` gives it. */
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
    summary: 'Whether the person has a calendar link and a morning mail for this farm',
    reply: Reminders,
  }),
  makeCalendarLink: route({
    method: 'POST',
    path: '/reminders/calendar',
    access: 'farm',
    needs: 'see',
    personal: true,
    summary: 'Make a link to a calendar of what is due; an earlier link of the person for this farm stops working',
    body: CalendarChoice,
    reply: z.object({
      /** Stands in the address of the calendar, and is not shown again. */
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
    summary: 'Change what the calendar has; its link stays',
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
    summary: 'Make the link to the calendar stop working',
    reply: Reminders,
  }),
  setMorningMail: route({
    method: 'PUT',
    path: '/reminders/mail',
    access: 'farm',
    needs: 'see',
    personal: true,
    summary: 'Get a mail in the morning of each day on which something is due, or none',
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
    summary: 'Get a notification on the device of this session in the morning of each day on which something is due',
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
    summary: 'Get no notification on the device of this session any more',
    reply: Reminders,
  }),
  readCalendar: route({
    method: 'GET',
    path: '/calendar/:file',
    access: 'public',
    summary: 'The calendar behind a link, as RFC 5545 has it, for a calendar program to subscribe to',
    params: z.object({ file: z.string().regex(/^[\w-]{43}\.ics$/, 'Not a calendar') }),
    reply: z.never(),
    download: ['text/calendar'],
    notModified: 'Nothing has changed since',
    errors: ['calendar.not_found', 'request.too_many'],
  }),
} as const;
