/**
 * The value of a field whose date is incomplete or does not exist (02/31). The browser reports '', which would delete the stored date;
 * this one fails every schema of days.
 */
export const unreadableDay = 'unreadable';
