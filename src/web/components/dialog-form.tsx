import { type ComponentProps, type ReactNode, useState } from 'react';
import { type FieldValues, useFormState } from 'react-hook-form';
import { DialogBody, DialogCancel, dialogColumn, DialogFooter, useDialogBusy } from './dialog.tsx';
import { Form, SubmitButton } from './form.tsx';
import { NotSaved } from './not-saved.tsx';

interface DialogFormProps<V extends FieldValues, Out>
  extends
    Pick<ComponentProps<typeof Form<V, Out>>, 'form' | 'onSubmit' | 'fieldOf'>,
    Pick<ComponentProps<typeof SubmitButton>, 'variant'> {
  readonly submitLabel: ReactNode;
  readonly busyLabel: string;
  /** True while something besides the submission is running. */
  readonly isBusy?: boolean;
  /** True while a file is being uploaded: saving waits for it, and the dialog can still be closed. */
  readonly isUploading?: boolean;
  /** True while something needed for saving is still loading. */
  readonly isDisabled?: boolean;
  /** The title shown when saving fails and the server gives no reason. Without it, `onSubmit` reports failures itself. */
  readonly failure?: string | undefined;
  /** Whether the fields show their own errors. */
  readonly isMarked?: (error: unknown) => boolean;
  /** Stays in view above the buttons, instead of `failure`, where more has to be said about it. */
  readonly notice?: ReactNode;
  /** On a phone the buttons of a long form share one line, which leaves its fields more height. */
  readonly isLong?: boolean;
  /** Class name of the fields. */
  readonly className?: string;
  readonly children: ReactNode;
}

/** The body of a dialog below its title: the fields, the failure, Cancel and the submit button. It stays open while it saves. */
export function DialogForm<V extends FieldValues, Out>({
  form,
  onSubmit,
  fieldOf,
  submitLabel,
  busyLabel,
  variant,
  isBusy = false,
  isUploading = false,
  isDisabled = false,
  failure,
  isMarked = () => true,
  notice,
  isLong = false,
  className,
  children,
}: DialogFormProps<V, Out>) {
  const [error, setError] = useState<unknown>();
  const { isSubmitting } = useFormState({ control: form.control });
  useDialogBusy(isSubmitting || isBusy);
  const submit = async (values: Out) => {
    setError(undefined);
    try {
      await onSubmit(values);
    } catch (reason) {
      setError(reason);
      throw reason;
    }
  };
  return (
    <Form form={form} onSubmit={submit} {...(fieldOf && { fieldOf })} className={dialogColumn}>
      <DialogBody>
        <div className={className}>{children}</div>
        {failure !== undefined && error !== undefined && !isSubmitting && (
          <div className="mt-5">
            <NotSaved error={error} fallback={failure} isMarked={isMarked(error)} />
          </div>
        )}
      </DialogBody>
      {notice}
      <DialogFooter className={isLong ? 'flex-row [&>*]:flex-1 sm:[&>*]:flex-none' : ''}>
        <DialogCancel />
        <SubmitButton
          busy={isSubmitting || isBusy || isUploading}
          disabled={isDisabled}
          busyLabel={busyLabel}
          {...(variant && { variant })}
        >
          {submitLabel}
        </SubmitButton>
      </DialogFooter>
    </Form>
  );
}
