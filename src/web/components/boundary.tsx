import { Component, type ReactNode } from 'react';
import { retryFailedParts } from './lazily.ts';

export interface Failure {
  readonly error: unknown;
  /** Draws the region again, after fetching what of its code was missing. */
  readonly retry: () => Promise<void>;
}

interface BoundaryProps {
  readonly children: ReactNode;
  /** What stands in place of a region that could not be drawn, with a way on. */
  readonly renderFailure: (failure: Failure) => ReactNode;
}

/** Keeps a failure within one region of the screen: everything around it goes on. */
export class Boundary extends Component<BoundaryProps, { failure: { error: unknown } | undefined }> {
  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override state: { failure: { error: unknown } | undefined } = { failure: undefined };

  readonly retry = async (): Promise<void> => {
    await retryFailedParts();
    this.setState({ failure: undefined });
  };

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? this.props.renderFailure({ error: failure.error, retry: this.retry }) : this.props.children;
  }
}
