/**
 * The value of a date field that is incomplete or impossible (02/31). The browser reports '', which would delete the stored date,
 * while this value fails validation.
 */
export const unreadableDay = 'unreadable';
