import { compile } from '@fastify/proxy-addr';

/** Tells the trusted proxies from everybody else, exactly as Fastify does where it reads X-Forwarded-For. */
export function trustedProxies(trustProxy: string | false): (address: string | undefined) => boolean {
  if (trustProxy === false) return () => false;
  const isTrusted = compile(trustProxy.split(',').map((entry) => entry.trim()));
  return (address = '') => isTrusted(address, 0);
}

export const isLoopback = trustedProxies('loopback');
