import { useState } from 'react';
import { NumberEntry } from './number-entry.tsx';
import type { Entered } from './work-events.ts';

interface CountEggsProps {
  readonly onSave: (entered: Entered) => void;
  readonly onSkip: () => void;
}

const maxDigits = 6;

/** As given by the laboratory or the counting chamber, in eggs per gram. */
export function CountEggs({ onSave, onSkip }: CountEggsProps) {
  const [typed, setTyped] = useState('');
  const save = () => {
    if (typed !== '') onSave({ eggCount: Number(typed) });
  };
  return (
    <NumberEntry
      label="Worm eggs per gram"
      unit="eggs/g"
      typed={typed}
      onType={(text) => setTyped(text.replaceAll(/\D/g, '').slice(0, maxDigits))}
      extra={{ label: 'Clear', onPress: () => setTyped('') }}
      onSave={save}
      onSkip={onSkip}
    />
  );
}
