import { cn } from '#web/ui/cn.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface Props {
  /** Ends the sentence for screen readers: `Loading what is due...` */
  readonly what: string;
  /** The size of each line. */
  readonly lines: readonly string[];
  readonly className?: string;
}

/** Stands where a list will be. */
export const LoadingLines = ({ what, lines, className = 'gap-3' }: Props) => (
  <div className={cn('flex flex-col', className)}>
    <output className="sr-only">Loading {what}...</output>
    {lines.map((line, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- They stay as they are.
      <Skeleton key={index} className={line} />
    ))}
  </div>
);
