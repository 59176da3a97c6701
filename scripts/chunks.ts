/** What validates and keeps a form. */
const formPackages = /node_modules.(?:zod|react-hook-form)\b/;

interface Modules {
  readonly getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null;
}

const needs = new Map<string, boolean>();

function needsForms(id: string, modules: Modules): boolean {
  if (formPackages.test(id)) return true;
  const known = needs.get(id);
  if (known !== undefined) return known;
  // For modules that import each other.
  needs.set(id, false);
  const { importedIds = [] } = modules.getModuleInfo(id) ?? {};
  const isNeeded = importedIds.some((imported) => needsForms(imported, modules));
  needs.set(id, isNeeded);
  return isNeeded;
}

/**
 * What every page starts with, and what some parts share, is in a few files: a file costs a round trip, and small ones compress badly.
 * Forms are apart because a screen of a farm is shown without one.
 */
export const groups = [
  { name: 'framework', tags: ['$initial' as const], test: /node_modules/ },
  { name: 'start', tags: ['$initial' as const], minShareCount: 2 },
  {
    debugName: 'forms and shared',
    name: (id: string, modules: Modules) => (needsForms(id, modules) ? 'forms' : 'shared'),
    minShareCount: 4,
    // What forms need of the other file stays there.
    includeDependenciesRecursively: false,
  },
];
