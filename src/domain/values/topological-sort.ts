/** `cyclic` contains the nodes on a cycle and those that depend on one. */
export function sortTopologically<N>(
  nodes: Iterable<N>,
  dependencies: (node: N) => readonly N[],
): { order: readonly N[]; cyclic: ReadonlySet<N> } {
  const cyclic = new Set(nodes);
  const dependents = invertEdges(cyclic, dependencies);
  const openDependencies = new Map<N, number>();
  const order: N[] = [];
  for (const node of cyclic) {
    const count = dependencies(node).filter((other) => cyclic.has(other)).length;
    if (count === 0) order.push(node);
    else openDependencies.set(node, count);
  }
  for (const node of order) {
    cyclic.delete(node);
    for (const next of dependents.get(node) ?? []) {
      const open = (openDependencies.get(next) ?? 0) - 1;
      openDependencies.set(next, open);
      if (open === 0) order.push(next);
    }
  }
  return { order, cyclic };
}

/** The nodes that would be their own ancestors, and those on a path between two such cycles. */
export function findCycleMembers<N>(nodes: Iterable<N>, parentsOf: (node: N) => readonly N[]): ReadonlySet<N> {
  const { cyclic } = sortTopologically(nodes, parentsOf);
  const children = invertEdges(cyclic, parentsOf);
  return sortTopologically(cyclic, (node) => children.get(node) ?? []).cyclic;
}

function invertEdges<N>(nodes: ReadonlySet<N>, dependencies: (node: N) => readonly N[]): Map<N, N[]> {
  const dependents = new Map<N, N[]>();
  for (const node of nodes) {
    for (const other of dependencies(node)) {
      const followers = dependents.get(other);
      if (followers) followers.push(node);
      else if (nodes.has(other)) dependents.set(other, [node]);
    }
  }
  return dependents;
}
