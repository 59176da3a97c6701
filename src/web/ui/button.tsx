import { cloneElement, type ComponentProps, type MouseEvent, type ReactElement } from 'react';
import { cn } from './cn.ts';
import { Spinner } from './spinner.tsx';

const centered = 'justify-center whitespace-nowrap';

const base =
  "inline-flex shrink-0 cursor-pointer items-center gap-2 rounded-lg font-semibold transition-colors select-none disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 print:hidden [&_svg]:shrink-0 [&_svg:not([class*='size-'])]:size-5";

const variants = {
  default: 'bg-primary text-primary-foreground shadow-card enabled:hover:bg-primary-hover [a&]:hover:bg-primary-hover',
  destructive: 'bg-destructive text-destructive-foreground shadow-card enabled:hover:bg-destructive-hover',
  outline: 'border border-input bg-card text-foreground enabled:hover:bg-secondary [a&]:hover:bg-secondary',
  secondary: 'bg-secondary text-secondary-foreground enabled:hover:bg-border [a&]:hover:bg-border',
  ghost: 'text-foreground enabled:hover:bg-secondary [a&]:hover:bg-secondary',
  sidebar: 'text-sidebar-foreground enabled:hover:bg-sidebar-accent enabled:hover:text-sidebar-accent-foreground',
  link: 'text-primary underline decoration-2 underline-offset-4 hover:decoration-[3px]',
} as const;

const sizes = {
  default: `h-11 px-5 text-base ${centered}`,
  /** For gloves. */
  large: `h-13 px-7 text-lg ${centered}`,
  small: `h-11 px-3 text-sm ${centered}`,
  icon: `size-11 ${centered}`,
  bare: `h-11 text-base ${centered}`,
  line: 'min-h-11 w-full px-3 text-start text-base',
} as const;

export interface ButtonLook {
  variant?: keyof typeof variants | undefined;
  size?: keyof typeof sizes | undefined;
}

export const buttonClassName = ({ variant = 'default', size = 'default' }: ButtonLook): string =>
  `${base} ${variants[variant]} ${sizes[size]}`;

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** Renders its only child, such as a link, with the classes of a button. */
    asChild?: boolean;
    /**
     * Shows a spinner and cannot be pressed again. The second press of a double click comes before the button is rendered as busy,
     * and is ignored as well.
     */
    busy?: boolean;
  };

export function Button({ className, variant, size, asChild = false, busy, disabled, children, type, ...props }: ButtonProps) {
  const look = cn(buttonClassName({ variant, size }), className);
  if (asChild) return cloneElement(children as ReactElement<ComponentProps<'button'>>, { className: look, ...props });
  return (
    <button
      type={type ?? 'button'}
      className={look}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      onClickCapture={busy === undefined ? undefined : pressOnce}
      {...props}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

function pressOnce(event: MouseEvent): void {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}
