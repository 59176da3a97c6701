import { useRef, useState } from 'react';

/** The young whose weight the number pad types. */
export function useWeighing(onType: (index: number, change: (weight: string) => string) => void) {
  const [weighed, setWeighed] = useState<number>();
  const inputs = useRef<(HTMLInputElement | null)[]>([]);
  return {
    weighed,
    setWeighed,
    setInput: (index: number) => (input: HTMLInputElement | null) => {
      inputs.current[index] = input;
    },
    weigh: (index: number | undefined) => {
      const input = index === undefined ? null : (inputs.current[index] ?? null);
      if (input) input.focus();
      else (document.activeElement as HTMLElement | null)?.blur();
      setWeighed(input ? index : undefined);
    },
    type: (change: (weight: string) => string) => {
      if (weighed !== undefined) onType(weighed, change);
    },
  };
}
