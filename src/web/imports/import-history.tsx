import { plural } from '#domain/values/plural.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { Import } from '#contract/imports.ts';
import { count } from '#web/lib/text/format.ts';
import { momentText } from '#web/lib/text/moments.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { importsQuery } from './imports.data.ts';

export function ImportHistory() {
  const { data: imports = [] } = useQuery(importsQuery);
  if (imports.length === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="title mb-3 text-lg">Earlier files</h2>
      <Card>
        <ul className="divide-y">
          {imports.map((one) => (
            <li key={one.id}>
              <Link
                to="/animals/import"
                search={{ id: one.id }}
                className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 hover:bg-secondary"
              >
                <span className="min-w-0 flex-1 basis-48">
                  <span dir="auto" className="block truncate font-semibold">
                    {one.fileName}
                  </span>
                  <span className="text-sm text-muted-foreground">{momentText(one.appliedAt ?? one.createdAt)}</span>
                </span>
                <StateBadge one={one} />
                <ChevronRight aria-hidden className="size-5 text-muted-foreground max-sm:hidden" />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}

function StateBadge({ one: { state, counts, rowCount } }: { one: Import }) {
  if (state === 'staged') return <Badge variant="straw">Not imported yet: {plural(rowCount, 'row')}</Badge>;
  if (state === 'undone') return <Badge>Undone</Badge>;
  return <Badge variant="good">{count(counts?.ready ?? 0)} added</Badge>;
}
