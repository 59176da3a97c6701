import { cn } from '#web/ui/cn.ts';

/** So many letters are no wider than a column on paper. */
const mostOnOneLine = 20;

/** A tag number in a line of words: it moves to the next line as a whole, and is broken only where it is longer than a line. */
export const TagNumber = ({ children }: { children: string }) => (
  <span
    className={cn(
      'inline-block max-w-full align-bottom wrap-anywhere',
      children.length <= mostOnOneLine && 'print:whitespace-nowrap',
    )}
  >
    {children}
  </span>
);
