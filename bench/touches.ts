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
const press = (key: string) => (page: Page) => page.keyboard.press(key);
const goBack = (page: Page) => page.goBack();

const openRecord = (page: Page) => bar(page).getByRole('button', { name: 'Record' }).tap();
const inDialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog').getByRole('button', { name }).tap();
const closeDialog = inDialog('Close');

const chooseSpecies = async (page: Page, from: string, to: string) => {
  await page.getByRole('combobox', { name: 'Species' }).getByText(from).tap();
  await page.getByRole('option', { name: to }).tap();
  await page.waitForTimeout(1000);
};
const selectAnd = async (page: Page, choose: () => Promise<unknown>) => {
  await button('Select')(page);
  await choose();
};
const none = button('Clear selection');

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
  { name: 'Opening Births from Record', before: openRecord, touch: inDialog('Births'), after: goTo('Flock') },
  {
    name: 'Choosing a filter',
    touch: (page) => chooseSpecies(page, 'All Species', 'Sheep'),
    after: (page) => chooseSpecies(page, 'Sheep', 'All Species'),
  },
  {
    name: 'Choosing animals',
    touch: (page) => selectAnd(page, () => list(page).getByRole('checkbox').nth(1).tap()),
    after: none,
  },
  { name: 'Choosing all of them', touch: (page) => selectAnd(page, () => button(/^All /)(page)), after: none },
  { name: 'From rows to pictures', touch: button('Gallery'), after: button('Rows') },
  { name: 'Opening the menu', touch: (page) => bar(page).getByRole('button', { name: 'More' }).tap(), after: press('Escape') },
  { name: 'Opening Find', touch: button(/^Find/), after: closeDialog },
  { name: 'Going to Today', touch: goTo('Today'), after: goTo('Flock') },
  { name: 'Going from Today to the animals', before: goTo('Today'), touch: goTo('Flock'), after: async () => {} },
  { name: 'Going to Work', touch: goTo('Work'), after: goTo('Flock') },
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
  {
    name: 'Opening the menu of an animal',
    before: (page) => row(page).tap(),
    touch: (page) => page.getByRole('main').getByRole('button', { name: 'More' }).first().tap(),
    after: async (page) => {
      await press('Escape')(page);
      await goBack(page);
    },
  },
  { name: 'Opening the form of an animal', touch: button('Add Animal'), after: closeDialog },
  { name: 'Saving a weight', before: enterWeight, touch: inDialog('Save'), after: goBack },
];
