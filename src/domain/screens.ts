/** The addresses of the product's screens, `$name` standing for an id. A page asked for at another address is a 404. */
export const screens = [
  '/',
  '/login',
  '/revert-email',
  '/confirm-email',
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

export type Screen = (typeof screens)[number];

// As the router in the browser reads an address: case and a slash at its end do not count.
const patterns = screens.map((screen) => ({
  screen,
  pattern: new RegExp(`^${screen.replaceAll(/\$\w+/g, String.raw`[\w-]+`).replace(/\/$/, '')}/?$`, 'i'),
}));

/** The screen at an address; undefined where there is none. */
export const screenAt = (path: string): Screen | undefined => patterns.find(({ pattern }) => pattern.test(path))?.screen;

/** What a person without a session may see. Any other screen leads to signing in. */
const openScreens: readonly Screen[] = ['/for-sale', '/for-sale/$id', '/login', '/revert-email', '/confirm-email'];

/** Where the address leads who is signed in, or is not. */
export const screenThatStands = (screen: Screen, isSignedIn: boolean): Screen =>
  isSignedIn ? (screen === '/login' ? '/' : screen) : openScreens.includes(screen) ? screen : '/login';
