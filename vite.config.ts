import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { inlineScript } from './scripts/inline-script.ts';
import { webManifest } from './scripts/web-manifest.ts';
import { productTitle } from './src/domain/product.ts';

// The server owns everything under these paths; in development Vite hands them on.
const server = { target: 'http://127.0.0.1:3000', changeOrigin: false };

/** The page carries the title, which only the domain spells, and begins with the script that needs no file. */
const title: Plugin = {
  name: 'product-title',
  transformIndexHtml: (html) =>
    html.replaceAll('__PRODUCT_TITLE__', productTitle).replace('<!-- inline.js -->', () => inlineScript('inline.js')),
};

/** What several screens share, by what it is for: each file costs a round trip, and small ones compress badly. */
const shared = {
  // What only a farm's screens have in common, without what few of them show.
  farm: [
    /src\/domain\/(?!listings|distance|records\/(?!event-names)|journal\/(?!withdrawals)|performance\/|papers\/|health-records|animal-tags|breeding-rules|dam-lines|eid|find|password-strength|areas|farm-lists|doses|stock|due-births|breeding-values|calendar|chores|exposures|inbreeding|kinship|reports|role-words|heat-watch|scans|whereabouts|outlines|outline-labels|today|tag-counter|sire-proposal|mothering|members|herd-rules|birth-checks|papers-due|worklists)|src\/web\/lib\/(?!(?:later-|later-market-|paper-)addresses|remembering-last|payment-page|waiting-file|upload|shrink|three-way|run-each|record-form|logout|end-session|use-local|use-reader)|lucide-react(?!.*(?:trash|external-link|baby|calendar-|copy|mail|fence|users|clock-|droplets|footprints|hand-coins|milk|move-right|undo-2|circle-check|ellipsis-|notebook|scissors|skull|file-spreadsheet|image-plus|stethoscope|syringe|chart-no-axes|weight|camera|printer|download|eye-off))/,
    /src\/web\/(?:ui|components)\/(?:alert|card|progress)\./,
  ],
  // What the screens of a farm begin with, apart from those of visitors.
  screens: [
    /src\/web\/app\/(?:screens|stored-pages|user-parts|temporary-password-notice)\.|src\/web\/lib\/(?:use-logout|open-form)|lucide-react.*\/(?:log-out|user-round|key-round)\.mjs/,
  ],
  // What the copy of a farm needs of the journal, in a file without the schemas.
  readings: [
    /src\/domain\/(?:chores|eid|farm-lists|members|weights|journal\/(?:courses|growth|listing|order|state|summary|weighings))\./,
  ],
  // What is proposed for a dose.
  doses: [/src\/(?:domain\/stock|web\/(?:farm-lists\/use-stock|herd\/last-uses))\./],
  // Of Radix, what its parts have in common, and what opens above the page.
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
  // Of its pages, what the first one shows.
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
  // What every screen needs and seldom changes.
  {
    name: 'framework',
    test: /rolldown\/runtime|node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?!react-virtual|virtual-core)[\w-]+)\//,
  },
  // The rest of what every screen needs. The style of visitors belongs to their page alone.
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
 * What a browser loads first, except for the parts of a farm: these are drawn once or are small, so what the compiler would memoize there saves
 * nothing, and is 5 kB.
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
  // What draws the first view needs nothing but itself: the server has no React among its packages.
  ssr: { noExternal: true },
  // Else it would draw with React for development, unless the server is told otherwise.
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
    // Which files a screen begins with: checked against the goals (test/page-weight.test.ts).
    manifest: !isSsrBuild,
    // Files name the files they load, and hashes cannot be compressed: in hexadecimal they carry a third less.
    rolldownOptions: isSsrBuild
      ? {}
      : { output: { codeSplitting: { groups }, hashCharacters: 'hex', chunkFileNames: 'assets/[name]-[hash:7].js' } },
  },
  server: { proxy: { '/api': server, '/uploads': server } },
}));
