import type { ComponentProps, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Boundary } from '../loading/boundary.tsx';
import { Card } from '#web/ui/card.tsx';
import { cn } from '#web/ui/cn.ts';
import { Form } from './form.tsx';
import { failedPart } from '../loading/load-failed.tsx';

/** Without a form the list stands alone. */
export function FormBesideList({ form, list }: { form: ReactNode; list: ReactNode }) {
  return (
    <div className="@container">
      <div className={cn('grid gap-6 print:block @4xl:items-start', form && '@4xl:grid-cols-[27.5rem_minmax(0,1fr)]')}>
        {form && (
          <div className="min-w-0 @4xl:sticky @4xl:top-20 print:hidden">
            <Boundary renderFailure={failedPart('The form')}>{form}</Boundary>
          </div>
        )}
        <div className="min-w-0">
          <Boundary renderFailure={failedPart('The list')}>{list}</Boundary>
        </div>
      </div>
    </div>
  );
}

export function FormCard<V extends FieldValues, Out>({
  title,
  footer,
  children,
  className,
  ...form
}: ComponentProps<typeof Form<V, Out>> & { title: string; footer: ReactNode }) {
  return (
    <Card aria-label={title} className="@4xl:max-h-[calc(100dvh-6.5rem)]">
      <Form className="flex min-h-0 flex-col" {...form}>
        <h2 className="title flex min-h-15 items-center px-4 text-lg sm:px-5">{title}</h2>
        <div className="@container min-h-0 flex-1 px-4 pb-4 sm:px-5 @4xl:overflow-y-auto @4xl:overscroll-contain">
          <div className={className}>{children}</div>
        </div>
        <footer className="sticky bottom-(--bar) z-10 flex flex-col gap-3 rounded-b-xl border-t bg-card px-4 py-3 sm:px-5">
          {footer}
        </footer>
      </Form>
    </Card>
  );
}
