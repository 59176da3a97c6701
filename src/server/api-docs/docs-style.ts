/** System fonts, both colour schemes, and scrolling for wide elements. */
export const docsStyle = `:root { color-scheme: light dark; --line: light-dark(#d8d2c4, #45413a); --soft: light-dark(#f4efe4, #26241f); --quiet: light-dark(#5c564b, #b5ad9e); --link: light-dark(#1d5c37, #8fd0a5); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; background: light-dark(#fdfbf6, #1a1815); color: light-dark(#24211b, #ece6da); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0 0 0.5rem; font-size: 1.6rem; line-height: 1.2; }
h2 { margin: 2.5rem 0 0.5rem; font-size: 1.3rem; }
a { color: var(--link); text-underline-offset: 0.2em; }
code, pre, .method { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { white-space: pre-wrap; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--soft); }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 1rem 0; padding: 0; list-style: none; }
nav a { display: inline-block; min-height: 2.75rem; padding: 0.6rem 0; }
details { margin: 0.4rem 0; border: 1px solid var(--line); border-radius: 0.5rem; }
details[open] { padding-bottom: 0.5rem; }
details:has(:target) { outline: 2px solid var(--link); }
summary { min-height: 2.75rem; padding: 0.6rem 0.9rem; cursor: pointer; }
details > div { margin: 0.5rem 0.9rem; scroll-margin-top: 4rem; }
p { margin: 0.5rem 0; }
.method { font-weight: 700; }
@media (width >= 40rem) { .method { display: inline-block; min-width: 4rem; } }
.what { color: var(--quiet); }
.key { padding: 0 0.45rem; border: 1px solid var(--line); border-radius: 1rem; font-size: 0.875rem; }
.media { color: var(--quiet); font-size: 0.875rem; font-weight: 400; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
caption { padding-top: 0.5rem; text-align: left; font-weight: 700; }
th, td { padding: 0.35rem 0.75rem 0.35rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; }
th { min-width: 8rem; }
`;
