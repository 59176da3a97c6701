import { BlockList, isIP } from 'node:net';

/** Whether an address of the network is one of those meant. */
export type IsPeer = (address: string | undefined) => boolean;

const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** `false`, or addresses, networks and names as TRUST_PROXY has them. */
export function peersIn(list: string | false): IsPeer {
  if (list === false) return () => false;
  const peers = new BlockList();
  for (const entry of list.split(',').flatMap((name) => named[name.trim()] ?? [name.trim()])) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) peers.addAddress(address, family);
    else peers.addSubnet(address, Number(bits), family);
  }
  return (address = '') => {
    // An IPv4 visitor of a server that listens on both.
    const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
    return isIP(plain) !== 0 && peers.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
  };
}

export const isLoopback: IsPeer = peersIn('loopback');
