import { CloudAlert, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { type OutageCause, outageWords } from '#web/lib/outage.ts';
import { useLocalCopy } from '#web/lib/use-local-copy.ts';
import { Alert } from '#web/ui/alert.tsx';
import { IsOutageSaid } from './outage-said.ts';

interface Props {
  /** `People can be invited`: what has to wait. */
  readonly what: string;
  readonly children: ReactNode;
}

/** Around what cannot do its work with the farm in this browser alone. Where there is none, the shell says it of every screen. */
export function NeedsServer({ what, children }: Props) {
  const cause = useLocalCopy<OutageCause | undefined>(
    (copy) => (copy && !navigator.onLine ? 'noSignal' : copy?.outage?.cause),
    undefined,
  );
  return (
    <IsOutageSaid value={cause !== undefined}>
      <output className="block">
        {cause && (
          <Alert className="mb-6" icon={cause === 'noSignal' ? <WifiOff /> : <CloudAlert />} title={outageWords[cause].sentence}>
            {what} {outageWords[cause].until}.
          </Alert>
        )}
      </output>
      {children}
    </IsOutageSaid>
  );
}
