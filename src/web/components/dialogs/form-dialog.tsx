import type { ComponentProps, ComponentType } from 'react';
import { lazilyPreloaded } from '#web/components/loading/lazily.ts';
import { Dialog, DialogPart, type OpenProps } from './dialog.tsx';

type Look = Omit<ComponentProps<typeof Dialog>, keyof OpenProps | 'children'>;

/** A dialog that opens before its form has loaded. The form gets what the dialog gets, and closes it. */
export function formDialog<P extends object>(load: () => Promise<ComponentType<P>>, lookOf: (props: P) => Look) {
  const Form = lazilyPreloaded(load);
  return function FormDialog({ isOpen, ...props }: P & OpenProps) {
    const form = props as unknown as P;
    return (
      <Dialog isOpen={isOpen} onClose={props.onClose} {...lookOf(form)}>
        <DialogPart>
          <Form {...form} />
        </DialogPart>
      </Dialog>
    );
  };
}
