import { type ReactNode, Suspense } from 'react';
import { Boundary } from './boundary.tsx';
import { failedPart } from './load-failed.tsx';

interface LoadedLaterProps {
  readonly children: ReactNode;
  /** Shown while it is loaded. */
  readonly fallback?: ReactNode;
  /** Its name in the message if it cannot be loaded, which offers to try again. */
  readonly what?: string;
  /** Shown without `what` if it cannot be loaded. */
  readonly instead?: ReactNode;
}

/** A part of the screen whose code is loaded later. */
export const LoadedLater = ({ children, fallback, what, instead = null }: LoadedLaterProps) => (
  <Boundary renderFailure={what === undefined ? () => instead : failedPart(what)}>
    <Suspense fallback={fallback}>{children}</Suspense>
  </Boundary>
);
