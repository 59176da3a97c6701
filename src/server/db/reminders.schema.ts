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

/** Links in mails that have been sent, which end them. */
export interface MailStops {
  token_hash: string;
  farm_id: string;
  user_id: string;
  created_at: string;
}
