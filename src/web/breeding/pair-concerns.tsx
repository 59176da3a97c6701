import { TriangleAlert } from 'lucide-react';
import { Alert } from '#web/ui/alert.tsx';
import type { Concern } from './mate-concerns.ts';

const maxSaid = 10;

export function PairConcerns({ concerns }: { concerns: readonly Concern[] }) {
  const more = concerns.length - maxSaid;
  return (
    <div aria-live="polite" className="empty:hidden">
      {concerns.length > 0 && (
        <Alert icon={<TriangleAlert />} title="Check this pair before you save">
          <ul>
            {concerns.slice(0, maxSaid).map(({ sentence }) => (
              <li key={sentence} className="wrap-anywhere">
                {sentence}
              </li>
            ))}
            {more > 0 && <li>and {more} more, marked in the list</li>}
          </ul>
        </Alert>
      )}
    </div>
  );
}
