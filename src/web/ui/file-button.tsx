import { type ReactNode, type Ref, useId } from 'react';
import { cn } from './cn.ts';
import { buttonClassName, type ButtonLook } from './button.tsx';

interface FileButtonProps extends ButtonLook {
  readonly ref?: Ref<HTMLInputElement> | undefined;
  readonly accept: string;
  readonly disabled?: boolean;
  readonly onChoose: (file: File) => void;
  readonly children: ReactNode;
}

/** A phone offers its camera where pictures are accepted. */
export function FileButton({ ref, variant, size, accept, disabled = false, onChoose, children }: FileButtonProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className={cn(
        // The hidden input must lie inside its label, or the dialog scrolls to where it would be.
        'relative',
        buttonClassName({ variant, size }),
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
        disabled && 'pointer-events-none opacity-55',
      )}
    >
      {children}
      <FileInput id={id} {...{ ref, accept, disabled, onChoose }} />
    </label>
  );
}

interface FileInputProps extends Pick<FileButtonProps, 'ref' | 'accept' | 'disabled' | 'onChoose'> {
  readonly id?: string;
}

/** Without a look of its own, for a label that has one. */
export const FileInput = ({ onChoose, ...input }: FileInputProps) => (
  <input
    {...input}
    type="file"
    className="sr-only"
    onChange={(event) => {
      const file = event.target.files?.[0];
      if (file) onChoose(file);
      // The browser fires no change event when the same file is chosen again, for instance after it was corrected.
      event.target.value = '';
    }}
  />
);
