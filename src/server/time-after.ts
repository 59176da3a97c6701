export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The moment `ms` milliseconds after another one, or before it if `ms` is negative. */
export const timeAfter = (moment: Date, ms: number): string => new Date(moment.getTime() + ms).toISOString();
