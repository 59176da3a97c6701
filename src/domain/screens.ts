/** The paths of the product's screens, with `$name` for an id. Any other path is answered with 404. */
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

// Matches like the router in the browser, which ignores case and a trailing slash.
const patterns = screens.map((screen) => ({
  screen,
  pattern: new RegExp(`^${screen.replaceAll(/\$\w+/g, String.raw`[\w-]+`).replace(/\/$/, '')}/?$`, 'i'),
}));

/** Returns undefined if the path belongs to no screen. */
export const screenAt = (path: string): Screen | undefined => patterns.find(({ pattern }) => pattern.test(path))?.screen;

/** The screens that are shown without a session; any other redirects to signing in. */
const publicScreens: readonly Screen[] = ['/for-sale', '/for-sale/$id', '/login', '/revert-email', '/confirm-email'];

/** The screen that is shown after redirects for people with or without a session. */
export const screenAfterRedirect = (screen: Screen, isSignedIn: boolean): Screen =>
  isSignedIn ? (screen === '/login' ? '/' : screen) : publicScreens.includes(screen) ? screen : '/login';
