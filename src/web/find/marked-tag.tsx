import { endOfTag } from '#domain/find.ts';
import { EarTag } from '#web/components/ear-tag.tsx';

interface MarkedTagProps {
  readonly children: string;
  readonly typed: string;
  readonly isGone: boolean;
}

/** An ear tag with the searched end underlined. Animals that have left have a dashed line. */
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
