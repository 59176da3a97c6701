import { Link } from '@tanstack/react-router';
import { LifeBuoy } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { momentText } from '#web/lib/moments.ts';
import { noticeClassName } from './notices.tsx';

/** Everybody on the farm sees that others may look on, until they may not any more. */
export function SupportNotice({ user, until }: { user: Pick<CurrentUser, 'isVisit' | 'farmRole'>; until: string }) {
  const [now, setNow] = useState(() => Date.now());
  const leftMs = Date.parse(until) - now;
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, leftMs) + 1000);
    return () => clearTimeout(timer);
  }, [leftMs]);
  if (leftMs <= 0) return null;
  return (
    <output className={noticeClassName}>
      <LifeBuoy aria-hidden />
      <p>
        {user.isVisit
          ? `You look at this farm by its owner’s consent until ${momentText(until)}. Nothing can be changed.`
          : `Support may look at your farm until ${momentText(until)}.`}{' '}
        {user.farmRole === 'owner' && !user.isVisit && (
          <Link to="/settings" className="font-semibold underline decoration-2 underline-offset-4">
            End it in Settings.
          </Link>
        )}
      </p>
    </output>
  );
}
