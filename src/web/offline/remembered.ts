const values = new WeakMap<object, Map<string, unknown>>();

/** What was computed from a value that never changes is computed once, and forgotten with it. */
export function remembered<T>(of: object, name: string, compute: () => T): T {
  const known = values.get(of) ?? new Map<string, unknown>();
  values.set(of, known);
  if (!known.has(name)) known.set(name, compute());
  return known.get(name) as T;
}
