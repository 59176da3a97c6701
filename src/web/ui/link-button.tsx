import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { type ButtonLook, buttonClassName } from './button.tsx';
import { cn } from './cn.ts';

const Anchor = ({ variant, size, className, children, ...props }: ComponentProps<'a'> & ButtonLook) => (
  <a className={cn(buttonClassName({ variant, size }), className)} {...props}>
    {children}
  </a>
);

/** A link that looks like a button. */
export const LinkButton = createLink(Anchor);
