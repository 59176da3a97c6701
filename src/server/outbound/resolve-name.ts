import { lookup, Resolver } from 'node:dns/promises';

export type Resolve = (name: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

interface Options {
  /** The name servers of the system by default. */
  readonly servers?: readonly string[];
  readonly timeoutMs?: number;
}

/**
 * Asks the name servers over the network. `lookup` would occupy threads in which files, passwords and the names of mail servers are waiting
 * too, for as long as the name server of a stranger's address is silent.
 */
export function createResolve({ servers, timeoutMs = 2000 }: Options = {}): Resolve {
  return async (name) => {
    if (name === 'localhost') return lookup(name, { all: true });
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
    if (servers) resolver.setServers(servers);
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
    return [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
    ];
  };
}

export const resolveName = createResolve();
