import type { Page } from 'playwright-core';

/** A tap or several; only `touch` is timed. */
interface Touch {
  readonly name: string;
  readonly before?: (page: Page) => Promise<unknown>;
  readonly touch: (page: Page) => Promise<unknown>;
  readonly after: (page: Page) => Promise<unknown>;
}

const list = (page: Page) => page.getByRole('list', { name: 'Animals' });
const row = (page: Page) => list(page).getByRole('link').nth(3);
const bar = (page: Page) => page.getByRole('navigation', { name: 'Shortcuts' });
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).tap();
const goTo = (name: string) => (page: Page) => bar(page).getByRole('link', { name }).tap();
const goBack = (page: Page) => page.goBack();

const openRecord = (page: Page) => bar(page).getByRole('button', { name: 'Record' }).tap();
const inDialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog').getByRole('button', { name }).tap();
const closeDialog = inDialog('Close');

const chooseSpecies = async (page: Page, from: string, to: string) => {
  await page.getByRole('combobox', { name: 'Species' }).getByText(from).tap();
  await page.getByRole('option', { name: to }).tap();
  await page.waitForTimeout(1000);
};

const openWeighing = async (page: Page) => {
  await row(page).tap();
  await button('Weigh')(page);
};
const enterWeight = async (page: Page) => {
  await openWeighing(page);
  await page.getByRole('dialog').getByRole('textbox').first().fill('41');
  await page.waitForTimeout(1000);
};

/** Each begins in the list of animals and ends there. */
export const touches: readonly Touch[] = [
  { name: 'Opening an animal', touch: (page) => row(page).tap(), after: goBack },
  { name: 'Opening Record', touch: openRecord, after: closeDialog },
  { name: 'Opening Births from Record', before: openRecord, touch: inDialog('Births'), after: goTo('Animals') },
  {
    name: 'Choosing a filter',
    touch: (page) => chooseSpecies(page, 'All Species', 'Sheep'),
    after: (page) => chooseSpecies(page, 'Sheep', 'All Species'),
  },
  { name: 'From cards to rows', touch: button('Rows'), after: button('Cards') },
  { name: 'Opening Find', touch: button(/^Find/), after: closeDialog },
  { name: 'Going to the dashboard', touch: goTo('Dashboard'), after: goTo('Animals') },
  { name: 'Going from the dashboard to the animals', before: goTo('Dashboard'), touch: goTo('Animals'), after: async () => {} },
  {
    name: 'Opening the form of a weight',
    before: (page) => row(page).tap(),
    touch: button('Weigh'),
    after: async (page) => {
      await inDialog('Cancel')(page);
      await page.waitForTimeout(1000);
      await goBack(page);
    },
  },
  { name: 'Opening the form of an animal', touch: button('Add Animal'), after: closeDialog },
  { name: 'Saving a weight', before: enterWeight, touch: inDialog('Save'), after: goBack },
];
