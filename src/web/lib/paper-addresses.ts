import { addresses, type Addresses } from './addresses.ts';

/** Addresses for the papers of sales and for the transfer of animals. Only the code that calls them imports this file. */
export const paperAddresses = {
  listPapers: 'GET /papers',
  readPaper: 'GET /papers/:id',
  issuePaper: 'POST /papers',
  cancelPaper: 'POST /papers/:id/cancel',
  listTransfers: 'GET /papers/:id/transfers',
  makeTransfer: 'POST /transfers',
  revokeTransfer: 'DELETE /transfers/:id',
  downloadSold: 'GET /papers/:id/animals',
  openTransfer: 'POST /transfers/open',
  acceptTransfer: 'POST /transfers/accept',
} as const satisfies Partial<Addresses>;

Object.assign(addresses, paperAddresses);
