import { Check } from 'lucide-react';
import { cn } from '#web/ui/cn.ts';

const steps = ['File', 'Columns', 'Check', 'Done'] as const;
export type ImportStep = (typeof steps)[number];

export function ImportSteps({ current }: { current: ImportStep }) {
  const at = steps.indexOf(current);
  const isBehind = (index: number): boolean => index < at || current === 'Done';
  return (
    <ol className="mb-6 flex flex-wrap gap-1.5 sm:gap-3 print:hidden" aria-label="Steps of the import">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? 'step' : undefined}
          className={cn(
            'flex flex-auto items-center gap-2 border-t-4 pt-2 text-sm font-semibold',
            index <= at ? 'border-primary text-foreground' : 'border-border text-muted-foreground',
          )}
        >
          <span
            aria-hidden
            className={cn(
              'grid size-6 shrink-0 place-items-center rounded-full text-sm',
              isBehind(index)
                ? 'bg-primary text-primary-foreground'
                : index === at
                  ? 'bg-accent text-accent-foreground'
                  : 'bg-secondary',
            )}
          >
            {isBehind(index) ? <Check className="size-4" /> : index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
}
