export type Compare<T> = (a: T, b: T) => number;

/** The index of the first item that does not come before this one. */
export function lowerBound<T>(list: readonly T[], item: T, compare: Compare<T>): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(list[middle] as T, item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function insertSorted<T>(list: T[], item: T, compare: Compare<T>): void {
  const last = list.at(-1);
  if (last === undefined || compare(last, item) < 0) list.push(item);
  else list.splice(lowerBound(list, item, compare), 0, item);
}

export function removeSorted<T>(list: T[], item: T, compare: Compare<T>): void {
  const index = lowerBound(list, item, compare);
  if (list[index] === item) list.splice(index, 1);
}
