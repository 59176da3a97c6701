import { ChevronRight, Delete } from 'lucide-react';
import type { PointerEvent, ReactNode } from 'react';
import { cn } from './cn.ts';
import './number-pad.css';

interface NumberPadProps {
  readonly onKey: (key: string) => void;
  readonly onDelete: () => void;
  /** The key to the left of 0. */
  readonly extra: { readonly label: string; readonly onPress: () => void };
  /** The key to the right of 0. */
  readonly aside?: { readonly label: string; readonly onPress: () => void };
  readonly next: { readonly label: string; readonly onPress: () => void };
}

const looks = {
  digit: 'bg-card text-2xl active:bg-accent',
  word: 'text-base active:bg-accent',
  next: 'row-span-3 content-center gap-1 bg-primary text-base text-primary-foreground active:bg-primary-hover',
} as const;

/** Pressing a key does not take the focus from the field. */
const leaveFocus = (event: PointerEvent): void => event.preventDefault();

/** A number pad of our own, because a phone's keyboard covers the form and has small keys. */
export const NumberPad = ({ onKey, onDelete, extra, aside, next }: NumberPadProps) => {
  const digit = (key: string) => (
    <Key key={key} onPress={() => onKey(key)}>
      {key}
    </Key>
  );
  return (
    <fieldset
      data-number-pad
      aria-label="Numbers"
      className="grid auto-rows-[3.125rem] grid-cols-[1fr_1fr_1fr_1.1fr] gap-1.5 bg-secondary p-2"
    >
      {['1', '2', '3'].map(digit)}
      <Key look="word" label="Delete one" onPress={onDelete}>
        <Delete aria-hidden className="size-6" />
      </Key>
      {['4', '5', '6'].map(digit)}
      <Key look="next" onPress={next.onPress}>
        <ChevronRight aria-hidden className="size-6" />
        {next.label}
      </Key>
      {['7', '8', '9'].map(digit)}
      <Key look={extra.label.length > 1 ? 'word' : 'digit'} onPress={extra.onPress}>
        {extra.label}
      </Key>
      {digit('0')}
      {aside && (
        <Key look="word" onPress={aside.onPress}>
          {aside.label}
        </Key>
      )}
    </fieldset>
  );
};

interface KeyProps {
  readonly label?: string;
  readonly look?: keyof typeof looks;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

const Key = ({ label, look = 'digit', onPress, children }: KeyProps) => (
  <button
    type="button"
    aria-label={label}
    onPointerDown={leaveFocus}
    onClick={onPress}
    className={cn(
      'grid cursor-pointer touch-manipulation place-items-center rounded-xl font-medium select-none disabled:opacity-55',
      looks[look],
    )}
  >
    {children}
  </button>
);
