import { api } from '#contract/index.ts';

/**
 * `{ changeAnimal: 'PATCH /animals/:id', … }` for all routes. The build replaces this module by its value (scripts/computed.ts), so
 * that the schemas stay on the server.
 */
export const addresses: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(api).map(([name, { method, path }]) => [name, `${method} ${path}`]),
);
