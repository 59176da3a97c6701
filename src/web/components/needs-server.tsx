import { WifiOff } from 'lucide-react';
import { useLocalCopy } from '#web/lib/use-local-copy.ts';
import { Alert } from '#web/ui/alert.tsx';

interface Props {
  readonly children?: string;
}

/** On a screen that cannot do its work with the farm in this browser alone. Where there is none, the shell says it of every screen. */
export function NeedsServer({ children = 'What you have typed stays here. It can be sent when there is signal again.' }: Props) {
  const hasNoSignal = useLocalCopy((copy) => copy !== undefined && (!navigator.onLine || copy.isUnreachable), false);
  return (
    <output className="block">
      {hasNoSignal && (
        <Alert className="mb-6" icon={<WifiOff />} title="This page needs the server, and there is no signal">
          {children}
        </Alert>
      )}
    </output>
  );
}
