import type { z } from 'zod';

/** In bytes the longest character there is. */
export type Letter = '🐐' | '🐑';

const lengths = [5000, 2048, 2000, 1000, 500, 300, 200, 100, 60, 50, 40, 30, 20, 10, 5, 3];
const uuid = /^[\da-f]{8}-/;

type Path = readonly (string | number)[];

/** Less than any request may have. */
const maxBytes = 250_000;

/** The value with its texts as long as the schema takes them, and with as many entries in its lists. `ids` fill the lists of ids. */
export function heaviest<T>(schema: z.ZodType, value: T, letter: Letter, ids: readonly string[]): T {
  let grown = value;
  const grow = (path: Path, longer: (length: number) => unknown): void => {
    for (const length of lengths) {
      const next = withAt(grown, path, longer(length)) as T;
      if (!schema.safeParse(next).success || Buffer.byteLength(JSON.stringify(next)) > maxBytes) continue;
      grown = next;
      return;
    }
  };
  const walk = (inner: unknown, path: Path): void => {
    if (typeof inner === 'string' && !uuid.test(inner)) grow(path, (length) => letter.repeat(length));
    if (typeof inner !== 'object' || inner === null) return;
    for (const [name, part] of Object.entries(inner)) walk(part, [...path, Array.isArray(inner) ? Number(name) : name]);
    const entry: unknown = Array.isArray(inner) ? at(grown, [...path, 0]) : undefined;
    if (entry === undefined) return;
    const isId = typeof entry === 'string' && uuid.test(entry);
    grow(path, (length) => (isId ? ids.slice(0, length) : Array.from({ length }, () => entry)));
  };
  walk(value, []);
  return grown;
}

const at = (value: unknown, path: Path): unknown => path.reduce((inner, name) => (inner as never)[name], value);

function withAt(value: unknown, [name, ...rest]: Path, part: unknown): unknown {
  if (name === undefined) return part;
  if (Array.isArray(value)) return value.with(Number(name), withAt(value[Number(name)], rest, part));
  const object = value as Readonly<Record<string, unknown>>;
  return { ...object, [name]: withAt(object[name], rest, part) };
}
