/** Lets the browser do what waits (a touch, a picture) before long work goes on. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));
