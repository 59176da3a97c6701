import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** The special-purpose addresses in IANA's registries that are not public. */
const notPublic = new BlockList();
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // In IPv6 only allocated addresses are public; they include tunnels, which can hide an IPv4 address.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]) {
  const [address = '', bits] = network.split('/');
  notPublic.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6');
}
const handedOut = new BlockList();
handedOut.addSubnet('2000::', 3, 'ipv6');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4');
  return isIPv6(address) && handedOut.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

export const isLoopback = (address: string): boolean => loopback.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');

const localNames = /(?:^|\.)(?:localhost|local|internal|home\.arpa|lan)\.?$/i;

/** Checks what is possible before the name is looked up, which happens at each connection. */
export function isPublicUrl(address: string, allowsLoopback: boolean): boolean {
  const { protocol, hostname } = new URL(address);
  const name = hostname.replace(/^\[|\]$/g, '');
  const isIp = isIPv4(name) || isIPv6(name);
  if (allowsLoopback && (name === 'localhost' || (isIp && isLoopback(name)))) return true;
  if (protocol !== 'https:') return false;
  return isIp ? isPublicAddress(name) : name.includes('.') && !localNames.test(name);
}

/**
 * A push service has an HTTPS URI (RFC 8030, section 2); those of all browsers are on its default port. A name and password would be sent
 * instead of the signature of this server (RFC 8292), and other ports belong to other programs.
 */
export function isPushUrl(address: string, allowsLoopback: boolean): boolean {
  const { protocol, username, password, port, hash } = new URL(address);
  if (username !== '' || password !== '' || hash !== '' || (protocol === 'https:' && port !== '')) return false;
  return isPublicUrl(address, allowsLoopback);
}
