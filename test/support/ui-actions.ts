import type { Locator, Page } from 'playwright-core';
import { send } from './page-api.ts';
import type { Product } from './product.ts';
import { fill, press } from './steps.ts';

export interface Credentials {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

export const newPerson = (name: string): Credentials => {
  const username = `${name}-${crypto.randomUUID().slice(0, 6)}`;
  return { username, email: `${username}@example.org`, password: 'correct horse' };
};

export async function registerInBrowser(page: Page, person: Credentials): Promise<void> {
  await page.goto('/login');
  await page.getByRole('tab', { name: 'Register' }).click();
  await fillRegistration(page, person);
  await page.waitForURL('/choose-plan');
}

/** Fills the form of the registration page. */
export async function fillRegistration(page: Page, { username, email, password }: Credentials): Promise<void> {
  await fill(page, { Username: username, Email: email, Password: password, 'Confirm password': password });
  await press(page, 'Create Account');
}

/** Confirms the address with the token of its mail. */
export async function confirmEmail(page: Page, product: Product, email: string): Promise<void> {
  const mail = await product.mailTo(email, 'Confirm your email address');
  await send(page, 'auth/confirm-email', { token: /token=(\S+)/.exec(mail)?.[1] });
}

export async function chooseGuestInBrowser(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose Guest' }).click();
  await page.waitForURL('/');
}

type SignIn = Pick<Credentials, 'username' | 'password'>;

export async function signInInBrowser(page: Page, person: SignIn): Promise<void> {
  await page.goto('/login');
  await signInHere(page, person);
}

/** On the sign-in page that is open. */
export async function signInHere(page: Page, { username, password }: SignIn): Promise<void> {
  await fill(page, { Username: username, Password: password });
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** For journeys about something else; the page is signed in. */
export async function registerByApi(page: Page, person: Credentials, plan: 'guest' | 'none' = 'guest'): Promise<void> {
  await send(page, 'auth/register', person);
  if (plan === 'guest') await send(page, 'select-plan', { planType: 'guest', billingCycle: 'monthly' });
}

const administrators = new WeakMap<Product, Credentials>();

/** The page is signed in as the one administrator of the product, who has registered with its setup link. */
export async function becomeAdministrator(page: Page, product: Product): Promise<Credentials> {
  const known = administrators.get(product);
  if (known) {
    await send(page, 'auth/login', { username: known.username, password: known.password });
    return known;
  }
  const root = newPerson('root');
  await registerByApi(page, { ...root, setupToken: /\?setup=(\S+)/.exec(product.output())?.[1] } as Credentials);
  administrators.set(product, root);
  return root;
}

/** An open dialog hides toasts from the accessibility tree, so hidden ones are included. */
export const toast = (page: Page, title: string): Locator =>
  page
    .getByRole('region', { name: /notification/i, includeHidden: true })
    .getByRole('listitem', { includeHidden: true })
    .filter({ hasText: title });

/** Shows the cells of a row of Animal Sells where the screen is too narrow for all rows. */
export async function openSaleRow(page: Page, tag: string): Promise<void> {
  await page.getByLabel(`Price of ${tag}`).waitFor({ state: 'attached' });
  const row = page.getByRole('button', { name: new RegExp(`^${tag}`), expanded: false });
  if (await row.isVisible()) await row.click();
}

export async function openByMenu(page: Page, name: string): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 768) await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true }).click();
}
