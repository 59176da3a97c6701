import { cn } from '#web/ui/cn.ts';

/** Twenty letters fit into a column on paper. */
const maxOnOneLine = 20;

/** Wraps as a whole; only a number longer than a line is broken. */
export const TagNumber = ({ children }: { children: string }) => (
  <span
    className={cn(
      'inline-block max-w-full align-bottom wrap-anywhere',
      children.length <= maxOnOneLine && 'print:whitespace-nowrap',
    )}
  >
    {children}
  </span>
);
