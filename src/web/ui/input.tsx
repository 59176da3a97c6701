import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { Field, type FieldProps } from './field.tsx';

export const controlClassName =
  'min-w-0 rounded-lg border border-input bg-card px-3.5 text-base text-foreground shadow-[inset_0_1px_2px_var(--shade)] transition-colors focus-visible:border-ring focus-visible:outline-2 focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-muted disabled:text-muted-foreground aria-invalid:border-destructive aria-invalid:outline-destructive';

export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  return <input dir="auto" type={type} className={cn(controlClassName, 'h-11 w-full', className)} {...props} />;
}

interface LabelledProps extends ComponentProps<'input'>, Pick<FieldProps, 'label' | 'hint' | 'optional'> {
  fieldClassName?: string;
}

export const LabelledInput = ({ label, hint, optional, fieldClassName, ...input }: LabelledProps) => (
  <Field label={label} hint={hint} className={fieldClassName} {...(optional && { optional })}>
    {(control) => <Input {...control} {...input} />}
  </Field>
);
