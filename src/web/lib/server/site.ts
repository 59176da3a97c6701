import { read } from './query.ts';

export const siteQuery = read('readSite', {});
