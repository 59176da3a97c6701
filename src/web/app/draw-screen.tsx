import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Beginning, DrawAnimals, DrawScreen } from '#contract/beginning.ts';
import type { ScreenSource } from '#contract/screens.ts';
import { AnimalsLoading } from '#web/herd/animals-loading.tsx';
import { urlOf } from '#web/lib/api.ts';
import { createQueryClient } from '#web/lib/query.ts';
import { keepBeginning } from './beginning.ts';
import { createAppRouter } from './router.ts';
import { screensOf } from './screen.ts';

/** The same screens as in the browser, drawn where there is none: when the product is built, and by the server (decision 24). */
export const drawScreen: DrawScreen = async (address, beginning) => {
  const queryClient = createQueryClient(() => {});
  keepBeginning(queryClient, withoutAddresses(beginning));
  // Nothing is read here: what was not brought along is still to come.
  queryClient.prefetchQuery = () => Promise.resolve();
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return withoutStyles(markup).replaceAll(/ href="mailto:[^"]*"/g, '');
};

/** The part of the animals' screen that stands in the drawn one when nothing is known. */
export const drawAnimals: DrawAnimals = (animals) => withoutStyles(renderToStaticMarkup(<AnimalsLoading first={animals} />));

/**
 * The content policy lets no style stand in an element. What is not to be seen without one is left out: the plain twin of a select.
 * In a text or a value stands neither `<` nor `"`.
 */
const withoutStyles = (markup: string): string =>
  markup.replaceAll(/<select aria-hidden="true".*?<\/select>/gs, '').replaceAll(/ style="[^"]*"/g, '');

/** Who collects sellers' addresses has to run scripts for them: here stands only their place. */
const withoutAddresses = ({ listings, ...beginning }: Beginning): Beginning => ({
  ...beginning,
  ...(listings && {
    listings: { ...listings, items: listings.items.map((item) => ({ ...item, email: item.email && '…' })) },
  }),
});

/** What the web build needs to know about the screens in order to write `BuiltScreen[]`. */
export async function listScreens(): Promise<ScreenSource[]> {
  const pageFiles = new Map<unknown, string>();
  for (const [file, load] of Object.entries(import.meta.glob<object>('/src/web/*/*.page.tsx')))
    for (const exported of Object.values(await load())) pageFiles.set(exported, file.slice(1));
  const screens = screensOf(
    createAppRouter(
      createQueryClient(() => {}),
      createMemoryHistory(),
    ),
  );
  return Promise.all(
    screens.map(async ({ path, access, reads = [], isPrerendered = false, page }) => ({
      path,
      access,
      reads: [...(access === 'link' ? [] : [urlOf('currentUser', {})]), ...reads],
      isPrerendered,
      pageFile: pageFiles.get(await page.load?.()),
    })),
  );
}
