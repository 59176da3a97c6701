import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { noticeClassName } from './notices.tsx';

export function TemporaryPasswordNotice({ children }: { children?: ReactNode }) {
  return (
    <output className={noticeClassName}>
      <KeyRound aria-hidden />
      <p>
        You signed in with a temporary password.{' '}
        {!children && (
          <Link to="/settings" className="font-semibold underline decoration-2 underline-offset-4">
            Change it now.
          </Link>
        )}
      </p>
      {children}
    </output>
  );
}
