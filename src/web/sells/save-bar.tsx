import { plural } from '#domain/values/plural.ts';
import { Button } from '#web/ui/button.tsx';

interface SaveBarProps {
  readonly edited: number;
  readonly failedRows: number;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly onShow: () => void;
}

export function SaveBar({ edited, failedRows, isSaving, onSave, onShow }: SaveBarProps) {
  return (
    <div className="sticky bottom-(--bar) z-20 -mx-4 mt-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t bg-popover px-4 py-3 shadow-float sm:mx-0 sm:rounded-t-xl sm:border-x print:hidden">
      <output className="me-auto">
        {failedRows > 0 && !isSaving ? (
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="font-semibold text-destructive">{plural(failedRows, 'row')} could not be saved</span>
            <Button ref={focusOn} variant="link" size="bare" className="px-1" onClick={onShow}>
              Show why
            </Button>
          </span>
        ) : (
          <span className="text-muted-foreground max-sm:sr-only">{plural(edited, 'animal')} changed</span>
        )}
      </output>
      <Button className="max-sm:w-full" busy={isSaving} onClick={onSave}>
        {isSaving ? 'Saving...' : `Save Changes (${edited})`}
      </Button>
    </div>
  );
}

// The pressed button loses the focus when it is disabled.
const focusOn = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true });
