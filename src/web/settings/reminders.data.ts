import { read } from '#web/lib/query.ts';

export const remindersQuery = read('readReminders', {});

/** In which the hours of this browser are. */
export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
