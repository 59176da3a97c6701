import { read } from '#web/lib/server/query.ts';

export const remindersQuery = read('readReminders', {});

/** The browser's time zone, to which the hours refer. */
export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
