import { addresses, type Addresses } from './addresses.ts';

/** Of the papers of sales: what calls them imports this file. */
export const paperAddresses = {
  listPapers: 'GET /papers',
  readPaper: 'GET /papers/:id',
  issuePaper: 'POST /papers',
  cancelPaper: 'POST /papers/:id/cancel',
} as const satisfies Partial<Addresses>;

Object.assign(addresses, paperAddresses);
