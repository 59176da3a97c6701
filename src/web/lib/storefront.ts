import { read } from './query.ts';

export const storefrontQuery = read('readStorefront', {});
