/**
 * What a field reports for a date that is half typed or does not exist (02/31). The browser itself reports '', which would erase what is
 * stored; this is refused by every schema of days.
 */
export const unreadableDay = 'unreadable';
