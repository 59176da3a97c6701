import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { controlClassName } from './input.tsx';

export const Select = Radix.Root;

export const SelectValue = Radix.Value;

type TriggerProps = ComponentProps<typeof Radix.Trigger> & {
  width?: string;
};

export function SelectTrigger({ width = 'w-full', className, children, ...props }: TriggerProps) {
  return (
    <Radix.Trigger
      className={cn(
        controlClassName,
        'flex h-11 cursor-pointer items-center justify-between gap-2 text-start data-[placeholder]:text-muted-foreground [&>span]:truncate',
        width,
        className,
      )}
      {...props}
    >
      {children}
      <Radix.Icon asChild>
        <ChevronDown aria-hidden className="size-5 shrink-0 text-muted-foreground" />
      </Radix.Icon>
    </Radix.Trigger>
  );
}

/**
 * The list is in a landmark of its own, because the page is hidden from screen readers meanwhile. The landmark covers the page and takes the
 * touches beside the list. It is empty while the list is closed.
 */
export function SelectContent({ className, children, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <section aria-label="Choices" className="pointer-events-auto fixed inset-0 z-50 empty:hidden print:hidden">
        <Radix.Content
          position="popper"
          sideOffset={4}
          className={cn(
            'enter-fade max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-lg border bg-popover text-popover-foreground shadow-float',
            className,
          )}
          {...props}
        >
          <Radix.Viewport className="max-h-80 p-1">{children}</Radix.Viewport>
        </Radix.Content>
      </section>
    </Radix.Portal>
  );
}

export function SelectItem({ className, children, ...props }: ComponentProps<typeof Radix.Item>) {
  return (
    <Radix.Item
      className={cn(
        'flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-md px-3 outline-none select-none data-[disabled]:opacity-55 data-[highlighted]:bg-accent data-[highlighted]:text-accent-foreground data-[state=checked]:font-semibold',
        className,
      )}
      {...props}
    >
      <Radix.ItemText>{children}</Radix.ItemText>
      <Radix.ItemIndicator>
        <Check aria-hidden className="size-4.5 text-primary" />
      </Radix.ItemIndicator>
    </Radix.Item>
  );
}
