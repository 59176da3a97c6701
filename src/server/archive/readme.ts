import { exportSheets } from '#contract/reports.ts';
import { productTitle } from '#domain/product.ts';

export const createReadme = (
  now: Date,
): string => `Everything this farm had in ${productTitle} on ${now.toISOString().slice(0, 10)}.

${exportSheets.map((name) => `${name}.csv`).join(', ')}
    Your records as tables, for any spreadsheet program. Weights are pounds, prices dollars.
photos/
    The photos of your animals. Each begins with the animal's tag number.
spreadsheets/
    The rows of the files you have imported, as far as they are still kept.
farm.json
    All of it once more, exactly, for programs: format "bellwether-farm", version 1.
    farm: name, address, logo, plan (the picture beneath the outlines of places). people: who had an account, without passwords. helpers: the others who work there.
    animals, healthRecords, breedingRecords, animalTags, events: one record a line. Animals name their mother, their father and
    their photo, and what their listing shows besides; records name their animals by id. Weights are whole grams, prices whole cents (dollars in events),
    days yyyy-MM-dd, moments ISO 8601 in UTC. isReference: a parent the farm did not keep. animalTags: EIDs,
    registration numbers and the like. events: everything else that happened to the animals, also what was voided
    (voidedAt) or replaced (replacesId names the earlier event).
    places, groups, products: what events name by id; archivedAt: since when it is not in use any more;
    rule: the conditions of a group whose animals follow from the records. outline: the corners of a place on the plan,
    in units of which the longer side of the plan has 10,000.
    worklists: what was done with many animals in one go; the events that were recorded so name it; archivedAt: when it ended.
    exposures: which males were with which females from day to day; archivedAt: when it was taken back.
    papers: receipts and movement documents as they were issued; isReceived: by another farm; cancelledAt: since when it is void.
    chores: what is to be done on a day, and what was put off; archivedAt: when it was done.

To take the farm along to another ${productTitle}: sign in there, open Settings, choose "Import a farm" and then this
file as it is. Animals, records and photos are imported; accounts, plans and imported spreadsheets do not. What is there
already stays as it is, so importing the same file again does no harm.
`;
