import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { AuditEntry } from '#contract/admin.ts';
import { Button } from '#web/ui/button.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { momentText } from '#web/lib/text/moments.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { auditQuery } from './admin.data.ts';

export function AuditLog() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="rounded-xl border bg-card shadow-card"
    >
      <summary className="flex min-h-13 cursor-pointer items-center gap-2 px-4 font-semibold sm:px-5">
        <ChevronRight aria-hidden className="summary-arrow size-5 text-muted-foreground" />
        Audit log
      </summary>
      {isOpen && <Entries />}
    </details>
  );
}

function Entries() {
  const log = useInfiniteQuery(auditQuery);
  if (log.isPending) return <Skeleton className="mx-5 mb-5 h-40" />;
  if (log.isError && !log.data) {
    return <QueryFailed what="The audit log" query={log} />;
  }
  const entries = log.data.pages.flatMap(({ items }) => items);
  if (entries.length === 0) return <p className="px-5 pb-5 text-muted-foreground">Nothing has been changed here yet.</p>;
  return (
    <>
      <ol aria-label="Audit log" className="divide-y border-t">
        {entries.map((entry) => (
          <li key={entry.id} className="px-4 py-3 sm:px-5">
            <p dir="auto" className="wrap-anywhere">
              <span className="font-semibold">{doer(entry)}</span> {done(entry)}
            </p>
            <p dir="auto" className="text-sm wrap-anywhere text-muted-foreground">
              {[entry.detail, momentText(entry.at)].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ol>
      {log.hasNextPage && (
        <div className="flex justify-center border-t px-4 py-4">
          <Button variant="outline" busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

const doer = ({ adminName, isOperator }: AuditEntry): string =>
  isOperator ? 'The operator of this server' : (adminName ?? 'A former admin');

/** Names of deleted accounts are removed from the log. */
function done({ action, subject }: AuditEntry): string {
  const whom = subject ?? 'a user whose account was deleted';
  switch (action) {
    case 'plan.changed':
      return `changed the plan ${whom}`;
    case 'coupon.created':
      return `created the coupon ${whom}`;
    case 'coupon.switched':
      return `switched the coupon ${whom}`;
    case 'coupon.deleted':
      return `deleted the coupon ${whom}`;
    case 'user.password_reset':
      return `sent a password reset email to ${whom}`;
    case 'user.role_changed':
      return `changed the role of ${whom}`;
    case 'user.deleted':
      return 'deleted a user account';
    case 'links.sent':
      return `sent registration links to ${whom}`;
    case 'links.revoked':
      return 'cancelled a registration link';
    case 'farm.visited':
      return `opened the farm of ${whom} to view it, with the owner’s consent`;
    case 'site.changed':
      return `changed the site settings: ${whom}`;
    default:
      return action satisfies never;
  }
}
