import { endOfTag } from '#domain/find.ts';
import { EarTag } from '#web/components/ear-tag.tsx';

interface MarkedTagProps {
  readonly children: string;
  readonly typed: string;
  readonly isGone: boolean;
}

/** An ear tag in which the searched end is underlined; that of an animal which has left has a broken line. */
export function MarkedTag({ children: tag, typed, isGone }: MarkedTagProps) {
  const at = endOfTag(tag, typed);
  return (
    <EarTag {...(isGone && { className: 'border-dashed' })}>
      {tag.slice(0, at)}
      {at !== undefined && (
        <mark className="bg-transparent text-inherit underline decoration-primary decoration-3 underline-offset-2">
          {tag.slice(at)}
        </mark>
      )}
    </EarTag>
  );
}
