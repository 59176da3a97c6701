/** A long computation. Between two of its steps a server handles other requests, while a screen runs it to the end. */
export type Steps<T> = Generator<undefined, T>;

export function runToEnd<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

export const itemsPerStep = 200;

/** Returns a function that counts items and says whether a step has become full. */
export function countSteps(): (items?: number) => boolean {
  let count = 0;
  return (items = 1) => (count += items) % itemsPerStep < items;
}
