import * as accounts from '../src/contract/accounts.ts';
import * as admin from '../src/contract/admin.ts';
import * as animalStates from '../src/contract/animal-states.ts';
import * as animals from '../src/contract/animals.ts';
import * as animalTags from '../src/contract/animal-tags.ts';
import * as apiKeys from '../src/contract/api-keys.ts';
import * as archive from '../src/contract/archive.ts';
import * as breeding from '../src/contract/breeding.ts';
import * as acts from '../src/contract/acts.ts';
import * as registrationLinks from '../src/contract/registration-links.ts';
import * as support from '../src/contract/support.ts';
import * as sample from '../src/contract/sample.ts';
import * as site from '../src/contract/site.ts';
import * as changes from '../src/contract/changes.ts';
import * as history from '../src/contract/history.ts';
import * as common from '../src/contract/common.ts';
import * as devicePins from '../src/contract/device-pins.ts';
import * as events from '../src/contract/events.ts';
import * as exposures from '../src/contract/exposures.ts';
import * as files from '../src/contract/files.ts';
import * as groups from '../src/contract/groups.ts';
import * as health from '../src/contract/health.ts';
import * as hooks from '../src/contract/hooks.ts';
import * as imports from '../src/contract/imports.ts';
import * as favourites from '../src/contract/favourites.ts';
import * as market from '../src/contract/market.ts';
import * as members from '../src/contract/members.ts';
import * as payments from '../src/contract/payments.ts';
import * as pedigree from '../src/contract/pedigree.ts';
import * as places from '../src/contract/places.ts';
import * as plans from '../src/contract/plans.ts';
import * as products from '../src/contract/products.ts';
import * as reports from '../src/contract/reports.ts';
import * as savedSearches from '../src/contract/saved-searches.ts';
import * as storefront from '../src/contract/storefront.ts';
import * as sync from '../src/contract/sync.ts';
import * as values from '../src/domain/records/values.ts';
import * as reminders from '../src/contract/reminders.ts';
import * as transfers from '../src/contract/transfers.ts';
import * as papers from '../src/contract/papers.ts';
import * as chores from '../src/contract/chores.ts';
import * as worklists from '../src/contract/worklists.ts';

/** Where the routes and schemas of the API are described, and the tag and description of each part. */
export const modules = [
  ['Accounts', 'contract/accounts', accounts, 'Signing in, the person and the profile of the farm'],
  ['Accounts', 'contract/device-pins', devicePins, undefined],
  ['People', 'contract/members', members, 'Who is on a farm, and how they come to it'],
  ['Plans', 'contract/plans', plans, 'The yearly and monthly plans, and coupons'],
  ['Payments', 'contract/payments', payments, 'Checkouts and subscriptions'],
  ['Animals', 'contract/animals', animals, 'The herd, and parents that the farm does not keep'],
  ['Numbers', 'contract/animal-tags', animalTags, 'Numbers of the animals besides their ear tags'],
  ['Animals', 'contract/sample', sample, undefined],
  ['Pictures', 'contract/files', files, 'Uploads of photos'],
  ['Health', 'contract/health', health, 'Checkups'],
  ['Journal', 'contract/events', events, 'What happened to the animals, and what follows from it'],
  ['Journal', 'contract/animal-states', animalStates, undefined],
  ['Places and groups', 'contract/places', places, 'Where animals stand, and which ones are handled together'],
  ['Places and groups', 'contract/groups', groups, undefined],
  ['Worklists', 'contract/worklists', worklists, 'What is done with many animals in one go'],
  ['Papers', 'contract/papers', papers, 'Receipts and movement documents: numbered, and kept as they were issued'],
  ['Papers', 'contract/transfers', transfers, undefined],
  ['Chores', 'contract/chores', chores, 'What is to be done on a day, and what was put off'],
  ['Reminders', 'contract/reminders', reminders, 'A calendar behind a link and a mail in the morning'],
  ['Products', 'contract/products', products, 'Medicines, vaccines and supplements, as the farm has entered them'],
  ['Breeding', 'contract/breeding', breeding, 'Matings, and the young that came of them'],
  ['Breeding', 'contract/exposures', exposures, undefined],
  ['Breeding', 'contract/pedigree', pedigree, undefined],
  ['Changes', 'contract/changes', changes, 'What was written and deleted, for copies of the farm'],
  ['Changes', 'contract/sync', sync, undefined],
  ['Acts', 'contract/acts', acts, 'What was done on the farm, by whom, and taking it back'],
  ['Acts', 'contract/history', history, undefined],
  ['Marketplace', 'contract/market', market, 'What farms offer for sale, for everybody'],
  ['Marketplace', 'contract/favourites', favourites, undefined],
  ['Marketplace', 'contract/saved-searches', savedSearches, undefined],
  ['Marketplace', 'contract/storefront', storefront, undefined],
  ['Reports', 'contract/reports', reports, 'Export as a spreadsheet'],
  ['Archive', 'contract/archive', archive, 'All data of a farm, out and in'],
  ['Import', 'contract/imports', imports, 'Bringing animals in from a spreadsheet'],
  ['API keys', 'contract/api-keys', apiKeys, 'Keys with which programs work on a farm'],
  ['Webhooks', 'contract/hooks', hooks, 'Addresses that are told what changes on a farm'],
  ['Administration', 'contract/admin', admin, 'Users, plans, coupons and the audit log'],
  ['Site', 'contract/site', site, 'What the people who run the product say of it'],
  ['Site', 'contract/support', support, undefined],
  ['Site', 'contract/registration-links', registrationLinks, undefined],
  ['Common', 'contract/common', common, undefined],
  ['Common', 'domain/records/values', values, undefined],
] as const;
