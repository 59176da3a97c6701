const { promise, resolve } = Promise.withResolvers<void>();

/** Resolves when the first screen can be used. */
export const screenUsable: Promise<void> = promise;

/** Called when the first screen has been hydrated (app/hydration.tsx). */
export const markScreenUsable = (): void => resolve();
