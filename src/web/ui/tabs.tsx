import { Tabs as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export const Tabs = Radix.Root;

export function TabsList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  return (
    <Radix.List
      className={cn('grid auto-cols-fr grid-flow-col gap-1 rounded-xl bg-secondary p-1 dark:bg-muted', className)}
      {...props}
    />
  );
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      // Radix focuses a pressed tab by script, which browsers mark like the keyboard's focus.
      onMouseDown={(event) => {
        if (event.button === 0 && !event.ctrlKey) event.currentTarget.focus({ focusVisible: false });
      }}
      className={cn(
        'min-h-11 cursor-pointer rounded-lg px-4 font-semibold text-muted-foreground transition-colors hover:text-foreground data-[state=active]:bg-card dark:data-[state=active]:bg-border data-[state=active]:text-foreground data-[state=active]:shadow-card',
        className,
      )}
      {...props}
    />
  );
}

export const TabsContent = (props: ComponentProps<typeof Radix.Content>) => <Radix.Content className="rounded-lg" {...props} />;
