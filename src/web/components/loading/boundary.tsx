import { Component, type ReactNode } from 'react';
import { retryFailedParts } from './lazily.ts';

export interface Failure {
  readonly error: unknown;
  readonly retry: () => Promise<void>;
}

interface BoundaryProps {
  readonly children: ReactNode;
  readonly renderFailure: (failure: Failure) => ReactNode;
}

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
