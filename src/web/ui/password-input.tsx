import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { cn } from './cn.ts';
import { Input } from './input.tsx';

export function PasswordInput({ className, ...props }: ComponentProps<typeof Input>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="relative">
      <Input
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className={cn('pe-12', className)}
        {...props}
      />
      <button
        type="button"
        aria-label={isShown ? 'Hide the password' : 'Show the password'}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
        className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-lg text-muted-foreground hover:text-foreground"
      >
        {isShown ? <EyeOff aria-hidden className="size-5" /> : <Eye aria-hidden className="size-5" />}
      </button>
    </div>
  );
}
