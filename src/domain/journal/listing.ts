/** How many events a list without a limit has. */
export const defaultEvents = 500;
