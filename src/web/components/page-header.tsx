import type { ReactNode } from 'react';
import { BackLink, type BackLinkProps } from './back-link.tsx';
import { SectionTabs } from './section-tabs.tsx';

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
  <header className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 max-sm:-mt-4 sm:mb-6 sm:short:mb-2">
    {back && (
      <div className="basis-full print:hidden">
        <BackLink {...back} />
      </div>
    )}
    <div className="flex min-h-11 min-w-0 flex-1 basis-32 items-center">
      <h1 dir="auto" className="title text-xl leading-tight wrap-anywhere sm:text-3xl">
        {title}
      </h1>
    </div>
    {actions && <div className="flex flex-wrap gap-2 print:hidden">{actions}</div>}
    <SectionTabs />
    {subtitle && (
      <p dir="auto" className="basis-full text-[0.8125rem] wrap-anywhere text-muted-foreground sm:text-base">
        {subtitle}
      </p>
    )}
  </header>
);
