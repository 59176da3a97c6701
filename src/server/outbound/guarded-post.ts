import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopback, isPublicAddress } from './public-address.ts';
import { resolveName, type Resolve } from './resolve-name.ts';

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | Buffer;
}

/** Resolves with the HTTP status; rejects if there was no response. */
export type GuardedPost = (post: Post, signal?: AbortSignal) => Promise<number>;

export interface PostOptions {
  /** Also allows this machine, without TLS, for tests and for trying it out. */
  readonly allowsLoopback?: boolean;
  readonly timeoutMs?: number;
  readonly resolve?: Resolve;
}

const maxAnswerBytes = 64_000;

export class ForbiddenAddress extends Error {}

/**
 * Sends to URLs that others have entered: only to the public internet, without following redirects. Each request has a connection of its own,
 * to the IP address that was checked.
 */
export function createGuardedPost({
  allowsLoopback = false,
  timeoutMs = 15_000,
  resolve = resolveName,
}: PostOptions = {}): GuardedPost {
  const isAllowed = (address: string): boolean => isPublicAddress(address) || (allowsLoopback && isLoopback(address));

  const resolveChecked = async (name: string) => {
    const found = await resolve(name);
    if (found.length === 0) throw new Error('its name has no address');
    // If one of several addresses is forbidden, it could be used at some time.
    if (!found.every(({ address }) => isAllowed(address))) throw new ForbiddenAddress(forbidden);
    return found;
  };
  const lookup: LookupFunction = (name, options, callback) => {
    resolveChecked(name).then(
      (found) => {
        const [first] = found;
        if (options.all) callback(null, [...found]);
        else callback(null, first?.address ?? '', first?.family ?? 4);
      },
      (error: Error) => callback(error, ''),
    );
  };

  return async ({ url: address, headers, body }, signal) => {
    const url = new URL(address);
    const name = url.hostname.replace(/^\[|\]$/g, '');
    // A literal IP address is not looked up.
    if (isIP(name) !== 0 && !isAllowed(name)) throw new ForbiddenAddress(forbidden);
    const isPlain = url.protocol === 'http:';
    if (isPlain && !(allowsLoopback && (name === 'localhost' || (isIP(name) !== 0 && isLoopback(name))))) {
      throw new ForbiddenAddress('it does not begin with https://');
    }
    // Imported at the start, `node:http` would load all of the browser's interfaces with it, 3 MB.
    const { request: send } = isPlain ? await import('node:http') : https;
    const limit = AbortSignal.timeout(timeoutMs);
    return new Promise<number>((settle, fail) => {
      const request = send(url, {
        method: 'POST',
        agent: false,
        lookup,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      });
      request.once('error', (error) => fail(limit.aborted ? new Error('it did not answer in time') : error));
      request.once('response', (response) => {
        let bytes = 0;
        const end = (): void => {
          response.destroy();
          settle(response.statusCode ?? 0);
        };
        response.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes > maxAnswerBytes) end();
        });
        response.once('end', end);
        response.once('error', (error) => fail(limit.aborted ? new Error('it did not answer in time') : error));
      });
      request.end(body);
    });
  };
}

const forbidden = 'its address is not on the public internet';
