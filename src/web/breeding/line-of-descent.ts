import type { Animal } from '#contract/animals.ts';

/** The shortest line from an animal up to an ancestor, including both. */
export function lineOfDescent(from: Animal, ancestorId: string, find: (id: string) => Animal | undefined): readonly Animal[] {
  const seen = new Set([from.id]);
  let lines: (readonly Animal[])[] = [[from]];
  while (lines.length > 0) {
    const found = lines.find((line) => line.at(-1)?.id === ancestorId);
    if (found) return found;
    lines = lines.flatMap((line) =>
      [line.at(-1)?.fatherId, line.at(-1)?.motherId].flatMap((id) => {
        const parent = id && !seen.has(id) ? find(id) : undefined;
        if (!parent) return [];
        seen.add(parent.id);
        return [[...line, parent]];
      }),
    );
  }
  return [];
}
