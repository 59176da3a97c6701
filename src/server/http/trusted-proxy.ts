import { compile } from '@fastify/proxy-addr';

export function trustedProxies(trustProxy: string | false): (address: string | undefined) => boolean {
  if (trustProxy === false) return () => false;
  const isTrusted = compile(trustProxy.split(',').map((entry) => entry.trim()));
  return (address = '') => isTrusted(address, 0);
}

export const isLoopback = trustedProxies('loopback');
