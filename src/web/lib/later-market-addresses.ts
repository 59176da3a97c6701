import { addresses, type Addresses } from './addresses.ts';

/** Addresses of what the marketplace loads later. Only the code that calls them imports this file. */
export const laterMarketAddresses = {
  readOfferedPrices: 'GET /for-sale/prices',
  sendEnquiry: 'POST /enquiries',
  listFavourites: 'GET /favourites',
  addFavourite: 'PUT /favourites/:id',
  removeFavourite: 'DELETE /favourites/:id',
  listSavedSearches: 'GET /saved-searches',
  addSavedSearch: 'POST /saved-searches',
  changeSavedSearch: 'PATCH /saved-searches/:id',
  deleteSavedSearch: 'DELETE /saved-searches/:id',
  readFarmPage: 'GET /farm-pages/:slug',
} as const satisfies Partial<Addresses>;

Object.assign(addresses, laterMarketAddresses);
