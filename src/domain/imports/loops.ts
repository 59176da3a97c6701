/**
 * Sorts the nodes so that each comes after its `dependencies`. `cyclic` contains the nodes that cannot be sorted because they are
 * on a cycle or depend on one.
 */
export function inOrder<N>(
  nodes: Iterable<N>,
  before: (node: N) => readonly N[],
): { order: readonly N[]; stuck: ReadonlySet<N> } {
  const stuck = new Set(nodes);
  const after = backwards(stuck, before);
  const waiting = new Map<N, number>();
  const order: N[] = [];
  for (const node of stuck) {
    const count = before(node).filter((other) => stuck.has(other)).length;
    if (count === 0) order.push(node);
    else waiting.set(node, count);
  }
  for (const node of order) {
    stuck.delete(node);
    for (const next of after.get(node) ?? []) {
      const left = (waiting.get(next) ?? 0) - 1;
      waiting.set(next, left);
      if (left === 0) order.push(next);
    }
  }
  return { order, stuck };
}

/** The nodes that would be their own ancestors, and those on a path between two such cycles. */
export function ownAncestors<N>(nodes: Iterable<N>, parentsOf: (node: N) => readonly N[]): ReadonlySet<N> {
  const { stuck } = inOrder(nodes, parentsOf);
  const children = backwards(stuck, parentsOf);
  return inOrder(stuck, (node) => children.get(node) ?? []).stuck;
}

function backwards<N>(nodes: ReadonlySet<N>, before: (node: N) => readonly N[]): Map<N, N[]> {
  const after = new Map<N, N[]>();
  for (const node of nodes) {
    for (const other of before(node)) {
      const followers = after.get(other);
      if (followers) followers.push(node);
      else if (nodes.has(other)) after.set(other, [node]);
    }
  }
  return after;
}
