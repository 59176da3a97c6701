import { createHash } from 'node:crypto';

/** The digest of the style element that Radix renders into every Select. Journeys fail when Radix changes it. */
const selectStyle =
  '[data-radix-select-viewport]{scrollbar-width:none;-ms-overflow-style:none;-webkit-overflow-scrolling:touch;}[data-radix-select-viewport]::-webkit-scrollbar{display:none}';

/** Every inline script and style is allowed by its digest and not by a nonce, because a service worker stores the page (decision 35). */
export const pagePolicy = (html: string): string =>
  [
    "default-src 'none'",
    `script-src 'self'${inlineScripts(html)}`,
    `style-src 'self' ${digestOf(selectStyle)}`,
    "img-src 'self' blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The policy of the service worker, which makes the page's requests. */
export const workerPolicy = "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The policy of the worker that reads codes by WebAssembly, which the pages may not run. */
export const codeReaderPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

const digestOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const inlineScripts = (html: string): string =>
  [...new Set(Array.from(html.matchAll(/<script>([\s\S]*?)<\/script>/g), ([, script = '']) => ` ${digestOf(script)}`))].join('');
