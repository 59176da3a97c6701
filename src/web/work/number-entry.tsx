import { type ReactNode, useEffect, useRef } from 'react';
import { BottomPanel } from '#web/components/page/bottom-panel.tsx';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';
import { NumberPad } from '#web/ui/number-pad.tsx';

interface NumberEntryProps {
  readonly label: string;
  readonly unit: string;
  readonly typed: string;
  readonly isDoubted?: boolean;
  readonly onType: (typed: string) => void;
  /** The key beside 0. */
  readonly extra: { readonly label: string; readonly onPress: () => void };
  /** Below the number. */
  readonly note?: string;
  /** Replaces the pad. */
  readonly question?: ReactNode;
  readonly onSave: () => void;
  readonly onSkip: () => void;
}

/** One number in large figures, typed on our number pad or a keyboard. */
export function NumberEntry({
  label,
  unit,
  typed,
  isDoubted = false,
  onType,
  extra,
  note,
  question,
  onSave,
  onSkip,
}: NumberEntryProps) {
  const input = useRef<HTMLInputElement>(null);
  // Focused at once, because it is opened for typing, and readers and keyboards type into the focused field.
  useEffect(() => {
    if (!question) input.current?.focus();
  }, [question]);
  const press = (act: () => void) => {
    act();
    input.current?.focus();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <label className="flex items-baseline gap-2 pt-4 text-7xl font-medium">
        <span className="sr-only">{label}</span>
        <span className="relative">
          {/* The field is as wide as its content. */}
          <span aria-hidden className="invisible whitespace-pre">
            {typed || '0'}
          </span>
          <input
            ref={input}
            inputMode="none"
            autoComplete="off"
            enterKeyHint="done"
            value={typed}
            onChange={({ target }) => onType(target.value)}
            className={cn(
              'absolute inset-y-0 start-0 w-[calc(100%+1rem)] bg-transparent caret-primary outline-none',
              isDoubted && 'text-destructive',
            )}
          />
        </span>
        <span aria-hidden className="ps-1 text-2xl font-normal text-muted-foreground">
          {unit}
        </span>
      </label>
      <output className="block min-h-7 font-medium">{note}</output>
      <div aria-hidden className="h-60 pointer-fine:sm:hidden" />
      <BottomPanel>
        {question ?? (
          <>
            <div className="hidden gap-2 py-3 pointer-fine:sm:flex">
              <Button type="submit">Save</Button>
              <Button variant="ghost" onClick={onSkip}>
                Skip
              </Button>
            </div>
            <div className="pointer-fine:sm:hidden">
              <NumberPad
                onKey={(key) => press(() => onType(typed + key))}
                onDelete={() => press(() => onType(typed.slice(0, -1)))}
                extra={{ label: extra.label, onPress: () => press(extra.onPress) }}
                aside={{ label: 'Skip', onPress: onSkip }}
                next={{ label: 'Save', onPress: onSave }}
              />
            </div>
          </>
        )}
      </BottomPanel>
    </form>
  );
}
