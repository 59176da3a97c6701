/** SIGHUP: the terminal in which the server was started has been closed. */
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * One request to stop arrives as several signals: a terminal and a service manager signal the whole process group, and npm forwards its
 * signal to its children. Only a later signal means that a person does not want to wait.
 */
const oneRequestMs = 2000;

interface Handlers {
  readonly shutDown: () => void;
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
