import type { StoredOperation } from './operation.ts';

export type Json = Readonly<Record<string, unknown>>;

/** The fields that a call sends; none if it sends no object. */
export const bodyOf = ({ body }: Pick<StoredOperation, 'body'>): Json =>
  typeof body === 'object' && body !== null ? (body as Json) : {};

export const eventsOf = (operation: Pick<StoredOperation, 'body'>): readonly Json[] => listIn(bodyOf(operation), 'events');

export function listIn(record: Json, name: string): readonly Json[] {
  const list = record[name];
  return Array.isArray(list) ? (list as Json[]) : [];
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
