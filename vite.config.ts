import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { inlineScript } from './scripts/inline-script.ts';
import { webManifest } from './scripts/web-manifest.ts';
import { productTitle } from './src/domain/product.ts';

// In development, Vite forwards requests to these paths to the server.
const server = { target: 'http://127.0.0.1:3000', changeOrigin: false };

/** Inserts the product's title, which is defined in the domain, and the inline script. */
const title: Plugin = {
  name: 'product-title',
  transformIndexHtml: (html) =>
    html.replaceAll('__PRODUCT_TITLE__', productTitle).replace('<!-- inline.js -->', () => inlineScript('inline.js')),
};

/** Groups of modules that several screens share: each file costs a round trip, and small ones compress badly. */
const shared = {
  // Shared by most screens of a farm; modules that only few of them need are left out.
  farm: [
    /src\/domain\/(?!listings|distance|records\/(?!event-names)|journal\/(?!withdrawals)|performance\/|papers\/|health-records|animal-tags|breeding-rules|dam-lines|eid|find|password-strength|areas|farm-lists|doses|stock|due-births|breeding-values|calendar|chores|exposures|inbreeding|kinship|reports|role-words|heat-watch|scans|whereabouts|outlines|outline-labels|today|tag-counter|sire-proposal|mothering|members|herd-rules|birth-checks|papers-due|worklists)|src\/web\/lib\/(?!(?:later-|later-market-|paper-)addresses|remembering-last|payment-page|waiting-file|upload|shrink|three-way|run-each|record-form|logout|end-session|use-local|use-reader)|lucide-react(?!.*(?:trash|external-link|baby|calendar-|copy|mail|fence|users|clock-|droplets|footprints|hand-coins|milk|move-right|undo-2|circle-check|ellipsis-|notebook|scissors|skull|file-spreadsheet|image-plus|stethoscope|syringe|chart-no-axes|weight|camera|printer|download|eye-off))/,
    /src\/web\/(?:ui|components)\/(?:alert|card|progress)\./,
  ],
  // The routes of a farm, and what each of its screens loads first; not those of visitors.
  screens: [
    /src\/web\/app\/(?:screens|stored-pages|user-parts|temporary-password-notice)\.|src\/web\/lib\/(?:use-logout|open-form)|lucide-react.*\/(?:log-out|user-round|key-round)\.mjs/,
  ],
  // The part of the journal that the copy of a farm needs, without the schemas.
  readings: [
    /src\/domain\/(?:chores|eid|farm-lists|members|weights|journal\/(?:courses|growth|listing|order|state|summary|weighings))\./,
  ],
  // Computes the dose that is proposed.
  doses: [/src\/(?:domain\/stock|web\/(?:farm-lists\/use-stock|herd\/last-uses))\./],
  // What the packages of Radix share, and what opens above the page.
  primitives: [/react-(?:collection|compose|context|direction|id|presence|primitive|roving|slot|use-(?!callback-ref))/],
  popups: [
    /react-(?:dialog|dismissable|focus|portal)/,
    /aria-hidden|react-remove-scroll|react-style-singleton|use-(?:callback-ref|sidecar)|src\/web\/components\/(?:alert-)?dialog\./,
  ],
  choices: [
    /@floating-ui|react-(?:popper|select)|src\/web\/ui\/select\.|src\/domain\/find\.|src\/web\/herd\/(?:filter-herd|find-|use-numbers)|src\/web\/lib\/remembering-last/,
  ],
  herd: [
    /src\/web\/(?:animals\/(?!animal-form|animal-rows|animal-table|attention|column|delete|herd|sort-herd|use-herd-facts|use-marking|view-switch)|herd\/(?!day-text|person-field|people\.queries|reason-dialog|use-withdrawal|use-departures|use-numbers|use-pregnancies|exposure|animals-in-view|use-(?:save-)?breeding|return-list|returns-due|page-links|events|who-text|find-|filter-herd|animal-options|requested|gone-|doses-due|use-doses|course-text|open-courses|last-uses|undo-left|milk-text|none-yet|animal-line|plan-limit|parts-of-herd|dam-line))|src\/web\/ui\/drawings\/hillside|react-virtual/,
  ],
  // The first page of the marketplace, without its other pages.
  market: [
    /src\/web\/market\/(?:for-sale|listing-card|listings|mail-link|market-filter|market\.data|use-market)|src\/web\/ui\/drawings\/woolly-sheep/,
    /lucide-react.*\/(?:external-link|mail)\.mjs/,
  ],
  // Also for the list of a weighing; in a file of its own it would be one more for the page of an animal.
  growth: [/src\/web\/journal\/growth-(?:line|curve)\./],
  saving: [/src\/web\/lib\/(?:upload|shrink|three-way|run-each)|components\/(?:use-draft|merging-save|use-photo-upload)|uuidv7/],
  fields: [/src\/web\/ui\/(?:field|label|textarea)\./],
  forms: [/node_modules\/react-hook-form\/|src\/web\/components\/(?:form|use-form-draft)\./],
  // Apart from the forms, most of which do without the contract's schemas.
  schemas: [
    /node_modules\/zod\/|src\/contract\/(?!accounts|animal|market|health|breeding|archive|imports|events|groups|places|products|worklists|exposures|chores|reminders|members|history|api-keys|hooks|farms|help)|src\/domain\/records\/values\./,
  ],
  accounts: [
    /src\/web\/(?:accounts\/|ui\/password-input\.|components\/(?:strength-hint|wordmark)\.)|src\/contract\/accounts\.|src\/domain\/password-strength\./,
  ],
  records: [
    /src\/domain\/(?:records\/(?!values\.|events\.|event-names\.|place\.|group\.|product\.|works\.|worklist\.|exposure\.|chore\.|by-kind\.)|health-records)|src\/contract\/(?:animals|health|breeding)\./,
  ],
};

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const groups = [
  // Needed by every screen, and changes seldom.
  {
    name: 'framework',
    test: /rolldown\/runtime|node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?!react-virtual|virtual-core)[\w-]+)\//,
  },
  // The other modules that every screen needs. Only the pages of visitors load the style of visitors.
  {
    name: 'start',
    tags: ['$initial' as const],
    test: /\/src\/(?!web\/(?:main|app\/yield-first|ui\/visitor-styles))|node_modules/,
  },
  ...Object.entries(shared).map(([name, tests]) => ({
    name,
    test: (id: string) => tests.some((test) => test.test(id)),
    minShareCount: { screens: 1, market: 1, farm: 3 }[name] ?? 2,
  })),
];

/**
 * Loaded first by every browser. These components are rendered once or are small, so memoizing them would save nothing and cost 5 kB.
 */
const notMemoized = [
  /node_modules/,
  /src\/web\/(?:app|lib|market|ui)\//,
  /src\/web\/components\/(?:ear-tag|empty-state|load-failed|page-header|sidebar|toasts)\./,
];

export default defineConfig(({ isSsrBuild = false }) => ({
  publicDir: 'src/web/public',
  resolve: {
    alias: [
      // Radix asks for it by name.
      { find: 'react-style-singleton', replacement: fileOf('src/web/ui/style-singleton.ts') },
      { find: /^.*\/createLucideIcon\.mjs$/, replacement: fileOf('src/web/ui/lucide-icon.ts') },
      // It is for versions of React that have no such hook.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
    ],
  },
  plugins: [react({ compiler: true, exclude: notMemoized, refreshExclude: /node_modules/ }), tailwindcss(), title, webManifest],
  // The prerenderer is bundled with its dependencies, because React is not installed with the server.
  ssr: { noExternal: true },
  // Otherwise the prerenderer would use React's development build unless NODE_ENV is set at run time.
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': JSON.stringify('production') } }),
  build: {
    outDir: isSsrBuild ? 'build/view' : 'build/web',
    copyPublicDir: !isSsrBuild,
    // A browser that cannot preload modules loads them later.
    modulePreload: { polyfill: false },
    emptyOutDir: true,
    // The content policy allows no data: addresses, so nothing may be inlined.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The files that each screen loads first are tested against limits (test/page-weight.test.ts).
    manifest: !isSsrBuild,
    // Files contain the names of the files they load. Hashes do not compress, and hexadecimal ones have fewer bits per character.
    rolldownOptions: isSsrBuild
      ? {}
      : { output: { codeSplitting: { groups }, hashCharacters: 'hex', chunkFileNames: 'assets/[name]-[hash:7].js' } },
  },
  worker: { format: 'es', rolldownOptions: { output: { hashCharacters: 'hex', entryFileNames: 'assets/[name]-[hash:7].js' } } },
  server: { proxy: { '/api': server, '/uploads': server } },
}));
