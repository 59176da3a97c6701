/** The addresses of the product's screens, `$name` standing for an id. A page asked for at another address is a 404. */
export const screens = [
  '/',
  '/login',
  '/revert-email',
  '/choose-plan',
  '/test-checkout/$id',
  '/animals',
  '/animals/import',
  '/health',
  '/breeding',
  '/animal-sells',
  '/for-sale',
  '/for-sale/$id',
  '/reports',
  '/profile',
  '/settings',
  '/admin',
] as const;

// As the router in the browser reads an address: case and a slash at its end do not count.
const pattern = new RegExp(
  `^(?:${screens.map((screen) => screen.replaceAll(/\$\w+/g, String.raw`[\w-]+`).replace(/\/$/, '')).join('|')})/?$`,
  'i',
);

export const isScreen = (path: string): boolean => pattern.test(path);
