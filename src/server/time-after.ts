export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The moment `ms` milliseconds after another one, or before it if `ms` is negative. */
export const timeAfter = (moment: Date, ms: number): string => new Date(moment.getTime() + ms).toISOString();

export const clocksDifferMs = 5 * minuteMs;

/** The latest end of what is valid for `ms`. One further ahead was set while the clock was wrong, and counts as past. */
export const latestEnd = (ms: number, now: Date): string => timeAfter(now, ms + clocksDifferMs);

/** Whether the end of what is valid for `ms` is to come. */
export const endsWithin = (end: string, ms: number, now: Date): boolean => end > now.toISOString() && end <= latestEnd(ms, now);
