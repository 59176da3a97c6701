import type { KeyboardEvent } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { EventKind } from '#domain/records/events.ts';
import { useFarmRole } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { verbsOf } from './verbs.ts';

interface VerbButtonsProps {
  readonly animal: Animal;
  readonly onRecord: (kind: EventKind) => void;
}

/** Each button has a letter for keyboard users who come here with Tab. */
export function VerbButtons({ animal, onRecord }: VerbButtonsProps) {
  const shown = verbsOf(animal, useFarmRole());
  const pressByLetter = (event: KeyboardEvent) => {
    const verb = shown.find(({ letter }) => letter === event.key.toUpperCase());
    if (verb && !event.ctrlKey && !event.metaKey && !event.altKey) onRecord(verb.kind);
  };
  return (
    shown.length > 0 && (
      // The letters work on any of the buttons, so the group handles them.
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
      <div onKeyDown={pressByLetter} className="grid grid-cols-2 gap-2 md:grid-cols-1">
        {shown.map(({ kind, label, letter, icon: Icon }) => (
          <Button key={kind} variant="outline" aria-keyshortcuts={letter} size="line" onClick={() => onRecord(kind)}>
            <Icon aria-hidden />
            <span dir="auto" className="truncate">
              {label}
            </span>
            <kbd className="key ms-auto pointer-coarse:hidden">{letter}</kbd>
          </Button>
        ))}
      </div>
    )
  );
}
