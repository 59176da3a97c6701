import type { Generated } from 'kysely';

/** How what is due on a farm reaches a person. */
export interface Reminders {
  farm_id: string;
  user_id: string;
  zone: string;
  /** Of the token in the link; null: there is no link. */
  calendar_hash: string | null;
  /** JSON: what the calendar has. */
  calendar_kinds: string;
  calendar_made_at: string | null;
  calendar_read_at: string | null;
  /** In the zone; null: no mail. */
  mail_hour: number | null;
  /** For which day the last mail was queued, or was not needed. */
  mailed_on: string | null;
}

/** What a calendar was told last, so that a change is numbered and what is gone is cancelled. */
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
  /** For which day the last one was queued, or was not needed. */
  pushed_on: Generated<string | null>;
  created_at: string;
}

/** Links in mails that have been sent, which end them. */
export interface MailStops {
  token_hash: string;
  farm_id: string;
  user_id: string;
  created_at: string;
}
