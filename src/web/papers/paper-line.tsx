import { Link } from '@tanstack/react-router';
import type { Paper } from '#contract/papers.ts';
import { plural } from '#domain/values/plural.ts';
import { exactDollars } from '#web/lib/text/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { kindLabels } from './issued-papers.data.ts';

export function PaperLine({ paper }: { readonly paper: Paper }) {
  const { id, kind, label, party, animalCount, tags, total, isReceived, cancelledAt, unsoldTags, correctedTags } = paper;
  return (
    <li>
      <Link
        to="/receipts/$id"
        params={{ id }}
        className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-secondary"
      >
        <span className="min-w-0 flex-1 basis-56">
          <span dir="auto" className="block font-medium wrap-anywhere">
            {cancelledAt === null ? label : <del>{label}</del>} · {isReceived ? 'from' : 'to'} {party}
          </span>
          <span dir="auto" className="block text-sm wrap-anywhere text-muted-foreground">
            {kindLabels[kind]} · {plural(animalCount, 'animal')}: {tags}
            {animalCount > 5 && ' …'}
          </span>
        </span>
        {cancelledAt !== null && <Badge variant="outline">Cancelled</Badge>}
        {correctedTags.length > 0 && <Badge variant="destructive">Sale corrected</Badge>}
        {unsoldTags.length > 0 && <Badge variant="destructive">Sale undone</Badge>}
        {isReceived && <Badge variant="outline">From the seller</Badge>}
        {total !== null && <span className="tabular-nums">{exactDollars(total)}</span>}
      </Link>
    </li>
  );
}
