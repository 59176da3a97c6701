interface HasDam {
  readonly id: string;
  readonly motherId: string | null;
}

/**
 * The ids of those that descend from the dam through dams: her young, the young of her daughters, and so on. `animals` also hold those that
 * have left and those outside of the farm, which a line may go through.
 */
export function damLineOf(damId: string, animals: readonly HasDam[]): ReadonlySet<string> {
  const youngOf = new Map<string, string[]>();
  for (const { id, motherId } of animals) {
    if (motherId === null) continue;
    const young = youngOf.get(motherId);
    if (young) young.push(id);
    else youngOf.set(motherId, [id]);
  }
  const line = new Set([damId]);
  // A set is walked through to those that are added on the way, each once.
  for (const id of line) for (const young of youngOf.get(id) ?? []) line.add(young);
  line.delete(damId);
  return line;
}
