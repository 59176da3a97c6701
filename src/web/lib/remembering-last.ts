/**
 * Computes anew only where an argument is another object than the last time. For what is derived of ten thousand animals and outlives the
 * component that shows it.
 */
export function rememberingLast<A extends readonly unknown[], T>(compute: (...args: A) => T): (...args: A) => T {
  let last: { readonly args: A; readonly value: T } | undefined;
  return (...args) => {
    if (last?.args.every((arg, index) => arg === args[index])) return last.value;
    last = { args, value: compute(...args) };
    return last.value;
  };
}
