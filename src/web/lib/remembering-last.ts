/**
 * Computes again only if an argument is a different object than last time. For values derived from ten thousand animals that
 * outlive the component showing them.
 */
export function rememberingLast<A extends readonly unknown[], T>(compute: (...args: A) => T): (...args: A) => T {
  let last: { readonly args: A; readonly value: T } | undefined;
  return (...args) => {
    if (last?.args.every((arg, index) => arg === args[index])) return last.value;
    last = { args, value: compute(...args) };
    return last.value;
  };
}
