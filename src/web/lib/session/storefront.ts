import { read } from '../server/query.ts';

export const storefrontQuery = read('readStorefront', {});
