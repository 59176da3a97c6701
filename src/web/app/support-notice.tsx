import { Link } from '@tanstack/react-router';
import { LifeBuoy } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { momentText } from '#web/lib/text/moments.ts';
import { noticeClassName } from './notices.tsx';

/** Tells everybody on the farm for how long support may view it. */
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
          ? `You are viewing this farm with its owner’s consent until ${momentText(until)}. You cannot change anything.`
          : `Support may view your farm until ${momentText(until)}.`}{' '}
        {user.farmRole === 'owner' && !user.isVisit && (
          <Link
            to="/settings/$topic"
            params={{ topic: 'data' }}
            className="font-semibold underline decoration-2 underline-offset-4"
          >
            Stop it in Settings.
          </Link>
        )}
      </p>
    </output>
  );
}
