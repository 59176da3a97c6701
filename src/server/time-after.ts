export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The moment `ms` milliseconds after another one, or before it if `ms` is negative. */
export const timeAfter = (moment: Date, ms: number): string => new Date(moment.getTime() + ms).toISOString();

export const clocksDifferMs = 5 * minuteMs;

/** Whether the end of what is valid for `ms` is still ahead. One further ahead was set while the clock was wrong, and counts as past. */
export const endsWithin = (end: string, ms: number, now: Date): boolean =>
  end > now.toISOString() && end <= timeAfter(now, ms + clocksDifferMs);
