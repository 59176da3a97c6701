import type { Api } from '#contract/index.ts';
import type { OperationResult } from '#contract/sync.ts';
import { offlineCalls } from '../offline-calls.computed.ts';

export type OfflineCall = { [K in keyof Api]: Api[K] extends { readonly offline: true } ? K : never }[keyof Api];

export const isOfflineCall = (name: string): name is OfflineCall => offlineCalls.includes(name);

/** A call made on this device, sent when there is a connection. */
export interface StoredOperation {
  readonly seq: number;
  readonly id: string;
  readonly shape: number;
  readonly call: OfflineCall;
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Operations that this one depends on. */
  readonly needs: readonly string[];
  readonly label: string;
  readonly subject?: string;
  /** By the device's clock, in the format of `toISOString`. */
  readonly madeAt: string;
  /** By how much the server's clock is ahead of the device's. */
  readonly clockSkewMs: number;
  /** The record's fields as they were when the form was opened. */
  readonly seen?: unknown;
  readonly state: 'waiting' | 'refused' | 'clash';
  readonly sentAt?: string;
  readonly attempts: number;
  readonly last?: OperationResult;
}
