/** The length of a list of events that is requested without a limit. */
export const defaultEventLimit = 500;
