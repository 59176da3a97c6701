import { type AnyRoute, Link, type LinkProps, useRouter } from '@tanstack/react-router';

/** The screens of the section to which the present one belongs, such as the treatments beside the health records. */
export function SectionTabs() {
  // The frame that is shown while a screen loads is rendered without a router.
  const router = useRouter({ warn: false });
  const section = router?.state.matches.at(-1)?.staticData.section;
  if (!router || section?.tab === undefined) return null;
  const { of: main } = section;
  const tabs = Object.values<AnyRoute>(router.routesById).flatMap(({ fullPath, options: { staticData } }) => {
    const { of, tab } = staticData?.section ?? {};
    return of === main && tab !== undefined ? [{ path: fullPath as NonNullable<LinkProps['to']>, label: tab }] : [];
  });
  // The screen of the menu's entry comes first.
  tabs.sort((a, b) => Number(b.path === main) - Number(a.path === main));
  return (
    <nav
      aria-label="Section"
      className="tabs-line mb-1 flex basis-full gap-x-4 overflow-x-auto border-b max-sm:text-[0.9375rem] sm:mb-2 sm:gap-x-6 print:hidden"
    >
      {tabs.map(({ path, label }) => (
        <Link
          key={path}
          to={path}
          activeOptions={{ exact: true, includeSearch: false }}
          className="-mb-px flex h-11 shrink-0 items-center border-b-2 border-transparent font-medium text-muted-foreground hover:text-foreground focus-visible:-outline-offset-4 aria-[current=page]:border-primary aria-[current=page]:font-semibold aria-[current=page]:text-foreground"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
