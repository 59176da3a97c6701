import type { ReactNode } from 'react';
import { BackLink, type BackLinkProps } from './back-link.tsx';
import { type AnyRoute, type AnyRouter, Link, type LinkProps, useRouter } from '@tanstack/react-router';
import { useFarmRole } from '#web/lib/session/session.ts';

interface PageHeaderProps {
  readonly title: string;
  readonly subtitle?: ReactNode;
  /** On a phone beside the title: icons, or one or two short words. */
  readonly actions?: ReactNode;
  /** Where a screen that no menu leads to is left for. */
  readonly back?: BackLinkProps;
}

/** The same on every screen: the way back, the title with the actions, the tabs of its section, and a line that says what it is for. */
export const PageHeader = ({ title, subtitle, actions, back }: PageHeaderProps) => (
  <header className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 max-sm:-mt-4 sm:mb-6 sm:short:mb-2">
    {back && <BackLink {...back} />}
    <div className="flex min-h-11 min-w-0 flex-1 basis-32 items-center">
      <h1 dir="auto" className="title text-xl leading-tight wrap-anywhere sm:text-3xl">
        {title}
      </h1>
    </div>
    {actions && <div className="flex flex-wrap gap-2 max-sm:gap-1 print:hidden">{actions}</div>}
    <SectionTabs />
    {subtitle && (
      <p dir="auto" className="basis-full text-[0.8125rem] wrap-anywhere text-muted-foreground sm:text-base">
        {subtitle}
      </p>
    )}
  </header>
);

/** The screens of the section to which the present one belongs, such as the treatments beside the health records. */
function SectionTabs() {
  // The frame that is shown while a screen loads is rendered without a router.
  const router = useRouter({ warn: false });
  const section = router?.state.matches.at(-1)?.staticData.section;
  return router && section?.tab !== undefined ? <Tabs router={router} main={section.of} /> : null;
}

function Tabs({ router, main }: { readonly router: AnyRouter; readonly main: string }) {
  const role = useFarmRole();
  const tabs = Object.values<AnyRoute>(router.routesById).flatMap(({ fullPath, options: { staticData } }) => {
    const { section: { of, tab } = {}, isForRole } = staticData ?? {};
    const isOffered = of === main && tab !== undefined && isForRole?.(role, {}) !== false;
    return isOffered ? [{ path: fullPath as NonNullable<LinkProps['to']>, label: tab }] : [];
  });
  // The screen of the menu's entry comes first.
  tabs.sort((a, b) => Number(b.path === main) - Number(a.path === main));
  return (
    <nav
      aria-label="Section"
      className="tabs-line mb-1 flex basis-full gap-x-3 overflow-x-auto border-b max-sm:text-sm sm:mb-2 sm:gap-x-6 print:hidden"
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
