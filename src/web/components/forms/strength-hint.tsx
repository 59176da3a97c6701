import { cn } from '#web/ui/cn.ts';
import { passwordStrength } from '#domain/accounts/password-strength.ts';

const bars = { weak: 1, fair: 2, strong: 3 } as const;
const colors = { weak: 'bg-destructive', fair: 'bg-status-sold', strong: 'bg-primary' } as const;

export function StrengthHint({ password, username }: { password: string; username?: string | undefined }) {
  const strength = passwordStrength(password, username);
  return (
    <output className="flex min-h-5 items-center gap-2.5">
      {strength ? (
        <>
          <span aria-hidden className="flex shrink-0 gap-1">
            {[1, 2, 3].map((bar) => (
              <span
                key={bar}
                className={cn('h-1.5 w-5 rounded-full', bar <= bars[strength.level] ? colors[strength.level] : 'bg-border')}
              />
            ))}
          </span>
          {strength.message}
        </>
      ) : (
        'At least 6 characters. Three or four words make a strong one.'
      )}
    </output>
  );
}
