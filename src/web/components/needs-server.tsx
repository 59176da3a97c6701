import { CloudAlert, WifiOff } from 'lucide-react';
import { createContext, type ReactNode, use } from 'react';
import { type OutageCause, outageWords } from '#web/lib/outage.ts';
import { useLocalCopy } from '#web/lib/use-local-copy.ts';
import { Alert } from '#web/ui/alert.tsx';

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
    <IsSaid value={cause !== undefined}>
      <output className="block">
        {cause && (
          <Alert className="mb-6" icon={cause === 'noSignal' ? <WifiOff /> : <CloudAlert />} title={outageWords[cause].sentence}>
            {what} {outageWords[cause].until}.
          </Alert>
        )}
      </output>
      {children}
    </IsSaid>
  );
}

const IsSaid = createContext(false);

/** Whether the page says already why nothing comes from the server. */
export const useIsOutageSaid = (): boolean => use(IsSaid);
