import { Search, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { Input } from './input.tsx';

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onKeyDown' | 'type'> {
  readonly value: string;
  readonly onChange: (typed: string) => void;
  readonly 'aria-label': string;
}

export function SearchInput({ value, onChange, className, ...props }: SearchInputProps) {
  return (
    <div className={cn('relative', className)}>
      <Search aria-hidden className="pointer-events-none absolute top-3 start-3.5 size-5 text-muted-foreground" />
      <Input
        // Not type="search": its clear button is a small target and missing in some browsers.
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        className="pe-11 ps-11 text-ellipsis"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onChange('')}
        {...props}
      />
      {value !== '' && (
        <button
          type="button"
          aria-label="Clear the search"
          onClick={() => onChange('')}
          className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-lg text-muted-foreground hover:text-foreground"
        >
          <X aria-hidden className="size-5" />
        </button>
      )}
    </div>
  );
}
