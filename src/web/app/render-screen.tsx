import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import type { InitialData, RenderScreen } from '#contract/initial-data.ts';
import type { ScreenSource } from '#contract/screens.ts';
import { createQueryClient } from '#web/lib/server/query.ts';
import { setInitialData } from './initial-data.ts';
import { createAppRouter } from './router.ts';
import { screensOf } from './screen.ts';

export const renderScreen: RenderScreen = async (address, initialData) => {
  const queryClient = createQueryClient(() => {});
  setInitialData(queryClient, withoutEmails(initialData));
  // Data that is not in the initial data is rendered as loading.
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

/**
 * The content policy allows no style attributes, so the native twin of a select, which only a style hides, is removed. Neither text
 * nor attribute values contain `<` or `"`.
 */
const withoutStyles = (markup: string): string =>
  markup.replaceAll(/<select aria-hidden="true".*?<\/select>/gs, '').replaceAll(/ style="[^"]*"/g, '');

/** Sellers' email addresses are left out of the HTML, so that collecting them takes a browser. */
const withoutEmails = ({ listings, ...initialData }: InitialData): InitialData => ({
  ...initialData,
  ...(listings && {
    listings: { ...listings, items: listings.items.map((item) => ({ ...item, email: item.email && '…' })) },
  }),
});

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
    screens.map(async ({ path, access, page }) => ({
      path,
      access,
      pageFile: page.load && (pageFiles.get(await page.load()) ?? `the page of ${path}`),
    })),
  );
}
