import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { CardContent } from '#web/ui/card.tsx';

interface SettingRowProps {
  readonly icon: LucideIcon;
  readonly title: string;
  /** The id of the switch that the title names. Its explanation has this id with `-hint`. */
  readonly labels?: string;
  readonly hint: ReactNode;
  /** Shown beside the explanation where there is room, otherwise below. */
  readonly control?: ReactNode;
  readonly children?: ReactNode;
}

/** A row of a card of settings: what it is, what it does, and its control. */
export const SettingRow = ({ icon: Icon, title, labels, hint, control, children }: SettingRowProps) => (
  <CardContent className="@container [&+&]:border-t">
    <div className="grid grid-cols-1 gap-x-6 gap-y-4 @3xs:grid-cols-[auto_minmax(0,1fr)] @lg:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Icon aria-hidden className="mt-0.5 size-6 text-muted-foreground" />
      <div>
        <h2 className="font-semibold">{labels === undefined ? title : <label htmlFor={labels}>{title}</label>}</h2>
        <p id={labels && `${labels}-hint`} className="text-muted-foreground">
          {hint}
        </p>
        {children}
      </div>
      {control && (
        <div className="col-span-full flex flex-wrap items-center gap-2.5 @3xs:col-span-1 @3xs:col-start-2 @lg:col-start-3">
          {control}
        </div>
      )}
    </div>
  </CardContent>
);
