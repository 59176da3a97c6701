import { CloudAlert, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { type OutageCause, outageWords } from '#web/lib/server/outage.ts';
import { useLocalCopy } from '#web/lib/server/use-local-copy.ts';
import { Alert } from '#web/ui/alert.tsx';
import { IsOutageShown } from './outage-shown.ts';

interface Props {
  /** What has to wait, as the beginning of a sentence: `You can invite people`. */
  readonly what: string;
  readonly children: ReactNode;
}

/**
 * Wraps content that needs the server even if the farm is stored in this browser, and says so while the server is away. Without a
 * stored farm, the shell says it for every screen.
 */
export function NeedsServer({ what, children }: Props) {
  const cause = useLocalCopy<OutageCause | undefined>(
    (copy) => (copy && !navigator.onLine ? 'noSignal' : copy?.outage?.cause),
    undefined,
  );
  return (
    <IsOutageShown value={cause !== undefined}>
      <output className="block">
        {cause && (
          <Alert className="mb-6" icon={cause === 'noSignal' ? <WifiOff /> : <CloudAlert />} title={outageWords[cause].sentence}>
            {what} {outageWords[cause].until}.
          </Alert>
        )}
      </output>
      {children}
    </IsOutageShown>
  );
}
