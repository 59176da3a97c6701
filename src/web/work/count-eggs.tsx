import { useEffect, useRef, useState } from 'react';
import { BottomPanel } from '#web/components/bottom-panel.tsx';
import { Button } from '#web/ui/button.tsx';
import { NumberPad } from '#web/ui/number-pad.tsx';
import type { Entered } from './work-events.ts';

interface CountEggsProps {
  readonly onSave: (entered: Entered) => void;
  readonly onSkip: () => void;
}

const mostDigits = 6;

/** As the laboratory or the counting chamber gives it: in eggs per gram. */
export function CountEggs({ onSave, onSkip }: CountEggsProps) {
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const type = (text: string) => {
    setTyped(text.replaceAll(/\D/g, '').slice(0, mostDigits));
    input.current?.focus();
  };
  const save = () => {
    if (typed !== '') onSave({ eggCount: Number(typed) });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <label className="flex items-baseline gap-3 pt-4 text-7xl font-medium">
        <span className="sr-only">Worm eggs per gram</span>
        <input
          ref={input}
          inputMode="none"
          autoComplete="off"
          enterKeyHint="done"
          value={typed}
          onChange={({ target }) => type(target.value)}
          className="w-[4.5ch] bg-transparent tabular-nums caret-primary outline-none"
        />
        <span aria-hidden className="text-2xl font-normal text-muted-foreground">
          eggs/g
        </span>
      </label>
      <div aria-hidden className="h-60 pointer-fine:sm:hidden" />
      <BottomPanel>
        <div className="hidden gap-2 py-3 pointer-fine:sm:flex">
          <Button type="submit">Save</Button>
          <Button variant="ghost" onClick={onSkip}>
            Skip
          </Button>
        </div>
        <div className="pointer-fine:sm:hidden">
          <NumberPad
            onKey={(key) => type(typed + key)}
            onDelete={() => type(typed.slice(0, -1))}
            extra={{ label: 'Clear', onPress: () => type('') }}
            aside={{ label: 'Skip', onPress: onSkip }}
            next={{ label: 'Save', onPress: save }}
          />
        </div>
      </BottomPanel>
    </form>
  );
}
