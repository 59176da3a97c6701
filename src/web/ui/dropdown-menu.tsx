import { DropdownMenu as Radix } from 'radix-ui';
import { EllipsisVertical } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

export const DropdownMenu = Radix.Root;

export const DropdownMenuTrigger = Radix.Trigger;
export const DropdownMenuGroup = Radix.Group;

const itemClassName =
  "flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 outline-none select-none data-[disabled]:opacity-55 data-[highlighted]:bg-accent data-[highlighted]:text-accent-foreground [&_svg:not([class*='size-'])]:size-5";

/**
 * Not in a portal, so that it belongs to the landmark of its button. Radix makes the page behind unusable without covering it; the cover
 * shows tools such as axe that the menu is modal.
 */
export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <>
      <Radix.Portal>
        <div className="pointer-events-auto fixed inset-0 print:hidden" />
      </Radix.Portal>
      <Radix.Content
        sideOffset={6}
        collisionPadding={8}
        className={cn(
          'enter-fade z-50 min-w-44 rounded-lg border bg-popover p-1 text-popover-foreground shadow-float',
          className,
        )}
        {...props}
      />
    </>
  );
}

export function DropdownMenuItem({
  variant = 'default',
  ...props
}: ComponentProps<typeof Radix.Item> & { variant?: 'default' | 'destructive' }) {
  return <Radix.Item className={cn(itemClassName, variant === 'destructive' && 'text-destructive')} {...props} />;
}

/** A button with three dots, named `label`, and its menu. */
export const MoreMenu = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <DropdownMenu>
    <DropdownMenuTrigger asChild>
      <Button variant="ghost" size="icon" aria-label={label}>
        <EllipsisVertical aria-hidden />
      </Button>
    </DropdownMenuTrigger>
    <DropdownMenuContent align="end">{children}</DropdownMenuContent>
  </DropdownMenu>
);

export function DropdownMenuSeparator() {
  return <Radix.Separator className="col-span-full my-1 h-px bg-border" />;
}
