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
  ['People', 'contract/members', members, 'Members of a farm and invitations'],
  ['Plans', 'contract/plans', plans, 'The yearly and monthly plans, and coupons'],
  ['Payments', 'contract/payments', payments, 'Checkouts and subscriptions'],
  ['Animals', 'contract/animals', animals, 'The herd, and outside parents that the farm does not keep'],
  ['Numbers', 'contract/animal-tags', animalTags, 'Numbers of the animals besides their ear tags'],
  ['Animals', 'contract/sample', sample, undefined],
  ['Pictures', 'contract/files', files, 'Uploads of photos'],
  ['Health', 'contract/health', health, 'Checkups'],
  ['Journal', 'contract/events', events, 'Events of the animals, and their computed states'],
  ['Journal', 'contract/animal-states', animalStates, undefined],
  ['Places and groups', 'contract/places', places, 'Places of animals, and groups of animals that are handled together'],
  ['Places and groups', 'contract/groups', groups, undefined],
  ['Worklists', 'contract/worklists', worklists, 'Work with many animals in a row'],
  ['Papers', 'contract/papers', papers, 'Receipts and movement documents, numbered and unchanged after they were issued'],
  ['Papers', 'contract/transfers', transfers, undefined],
  ['Chores', 'contract/chores', chores, 'Tasks for a day, and postponed tasks'],
  ['Reminders', 'contract/reminders', reminders, 'A calendar link, a morning mail and notifications'],
  ['Products', 'contract/products', products, 'Medicines, vaccines and supplements that the farm has entered'],
  ['Breeding', 'contract/breeding', breeding, 'Matings and their offspring'],
  ['Breeding', 'contract/exposures', exposures, undefined],
  ['Breeding', 'contract/pedigree', pedigree, undefined],
  ['Changes', 'contract/changes', changes, 'Changed and deleted records, for copies of the farm'],
  ['Changes', 'contract/sync', sync, undefined],
  ['Acts', 'contract/acts', acts, 'The acts on the farm with their authors, and undoing them'],
  ['Acts', 'contract/history', history, undefined],
  ['Marketplace', 'contract/market', market, 'The animals for sale of all farms'],
  ['Marketplace', 'contract/favourites', favourites, undefined],
  ['Marketplace', 'contract/saved-searches', savedSearches, undefined],
  ['Marketplace', 'contract/storefront', storefront, undefined],
  ['Reports', 'contract/reports', reports, 'Export as a spreadsheet'],
  ['Archive', 'contract/archive', archive, 'Export and import of all data of a farm'],
  ['Import', 'contract/imports', imports, 'Importing animals and events from a spreadsheet'],
  ['API keys', 'contract/api-keys', apiKeys, 'Keys for programs that work on a farm'],
  ['Webhooks', 'contract/hooks', hooks, 'URLs that changes of a farm are sent to'],
  ['Administration', 'contract/admin', admin, 'Users, plans, coupons and the audit log'],
  ['Site', 'contract/site', site, 'Texts and settings of the operators'],
  ['Site', 'contract/support', support, undefined],
  ['Site', 'contract/registration-links', registrationLinks, undefined],
  ['Common', 'contract/common', common, undefined],
  ['Common', 'domain/records/values', values, undefined],
] as const;
