import type { RefObject } from 'react';
import { useFormState } from 'react-hook-form';
import { BottomPanel } from '#web/components/page/bottom-panel.tsx';
import { SubmitButton } from '#web/components/forms/form.tsx';
import { Button } from '#web/ui/button.tsx';

interface ButtonsProps {
  /** The action, or the first thing missing for it. */
  readonly label: string;
  readonly isReady: boolean;
  /** Whether the animals may instead be worked through one by one. */
  readonly mayBegin: boolean;
  /** Records which of the two buttons submits the form. */
  readonly isOneByOne: RefObject<boolean>;
}

export function SaveButtons({ label, isReady, mayBegin, isOneByOne }: ButtonsProps) {
  const { isSubmitting } = useFormState();
  const submitsOneByOne = (value: boolean) => () => {
    isOneByOne.current = value;
  };
  return (
    <BottomPanel>
      <div className="flex flex-col gap-2 p-2">
        <SubmitButton
          busyLabel="Saving..."
          size="large"
          className="w-full"
          variant={isReady ? 'default' : 'outline'}
          onClick={submitsOneByOne(false)}
        >
          {label}
        </SubmitButton>
        {isReady && mayBegin && (
          <Button type="submit" variant="ghost" disabled={isSubmitting} onClick={submitsOneByOne(true)}>
            One after the other
          </Button>
        )}
      </div>
    </BottomPanel>
  );
}
