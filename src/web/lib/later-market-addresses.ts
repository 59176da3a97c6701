import { addresses, type Addresses } from './addresses.ts';

/** Of what the marketplace loads later: what calls them imports this file. */
export const laterMarketAddresses = {
  readOfferedPrices: 'GET /for-sale/prices',
  sendEnquiry: 'POST /enquiries',
  readFarmPage: 'GET /farm-pages/:slug',
} as const satisfies Partial<Addresses>;

Object.assign(addresses, laterMarketAddresses);
