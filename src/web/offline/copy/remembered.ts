const values = new WeakMap<object, Map<string, unknown>>();

/** Caches a result per immutable value; it is freed together with the value. */
export function remembered<T>(of: object, name: string, compute: () => T): T {
  const known = values.get(of) ?? new Map<string, unknown>();
  values.set(of, known);
  if (!known.has(name)) known.set(name, compute());
  return known.get(name) as T;
}

/** The same for a function of many values. */
export function remembering<A extends object, T extends object>(compute: (value: A) => T): (value: A) => T {
  const known = new WeakMap<A, T>();
  return (value) => {
    const found = known.get(value) ?? compute(value);
    known.set(value, found);
    return found;
  };
}
