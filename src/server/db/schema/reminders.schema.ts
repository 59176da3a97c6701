import type { Generated } from 'kysely';

/** How a person is reminded of due tasks on a farm. */
export interface Reminders {
  farm_id: string;
  user_id: string;
  zone: string;
  /** The hash of the token in the link; null if there is no link. */
  calendar_hash: string | null;
  /** JSON: the kinds of entries in the calendar. */
  calendar_kinds: string;
  calendar_made_at: string | null;
  calendar_read_at: string | null;
  /** Local hour in the zone; null: no mail. */
  mail_hour: number | null;
  /** The last day for which a mail was queued or not needed. */
  mailed_on: string | null;
}

/** The entries of a calendar as last sent, so that changes get a sequence number and removed entries are cancelled. */
export interface CalendarEntries {
  farm_id: string;
  user_id: string;
  key: string;
  day: string;
  title: string;
  note: string;
  sequence: number;
  changed_at: string;
  cancelled_at: string | null;
}

/** A device of a person, as long as its session lasts. */
export interface PushSubscriptions {
  farm_id: string;
  session_hash: string;
  user_id: string;
  endpoint: string;
  /** The keys of the browser, in base64url (RFC 8291). */
  p256dh: string;
  auth: string;
  zone: string;
  hour: number;
  /** The last day for which a notification was queued or not needed. */
  pushed_on: Generated<string | null>;
  created_at: string;
}

/** Unsubscribe links in mails that have been sent. */
export interface MailStops {
  token_hash: string;
  farm_id: string;
  user_id: string;
  created_at: string;
}
