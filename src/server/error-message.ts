/** Anything can be thrown, also something that is not an Error. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
