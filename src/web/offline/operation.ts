import type { Api } from '#contract/index.ts';
import type { OperationResult } from '#contract/sync.ts';

export type OfflineCall = { [K in keyof Api]: Api[K] extends { readonly offline: true } ? K : never }[keyof Api];

/** A call that is made on this device and sent when there is a connection. */
export interface StoredOperation {
  readonly seq: number;
  readonly id: string;
  readonly shape: number;
  readonly call: OfflineCall;
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Operations without which this one is not done. */
  readonly needs: readonly string[];
  readonly label: string;
  readonly subject?: string;
  /** By the clock of the device, as `toISOString` writes it. */
  readonly madeAt: string;
  /** How far the server's clock is ahead of the device's. */
  readonly clockSkewMs: number;
  /** The fields of the record as the form was opened with them. */
  readonly seen?: unknown;
  readonly state: 'waiting' | 'refused' | 'clash';
  readonly sentAt?: string;
  readonly attempts: number;
  readonly last?: OperationResult;
}
