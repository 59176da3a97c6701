interface Screen {
  readonly options: { validateSearch?: unknown };
}

/**
 * The router passes on each search parameter of the address that `validateSearch` leaves out, and a page would get what its screen does
 * not know, such as the work of an old link. Here they become undefined.
 */
export function leaveOutUnknown(screens: readonly Screen[]): void {
  for (const { options } of screens) {
    const parse = options.validateSearch as ((address: object) => object) | undefined;
    if (!parse) continue;
    options.validateSearch = (address: object) => ({
      ...Object.fromEntries(Object.keys(address).map((name) => [name, undefined])),
      ...parse(address),
    });
  }
}
