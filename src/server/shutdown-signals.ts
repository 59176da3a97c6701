/** SIGHUP: the terminal that the server was started in is closed. */
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * One request to stop arrives as several signals: a terminal and a service manager signal the whole process group, and npm passes on
 * to its children what it was sent. Only a signal that comes this much later was sent by somebody who does not want to wait.
 */
const oneRequestMs = 2000;

interface Handlers {
  readonly shutDown: () => void;
  /** Without waiting for what is still running. */
  readonly force: () => void;
}

export function onShutdownSignals({ shutDown, force }: Handlers, now: () => number = () => performance.now()): void {
  let requestedAt: number | undefined;
  const onSignal = (): void => {
    if (requestedAt === undefined) {
      requestedAt = now();
      shutDown();
    } else if (now() - requestedAt >= oneRequestMs) {
      force();
    }
  };
  for (const signal of signals) process.on(signal, onSignal);
}
