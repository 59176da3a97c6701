import { productSubtitle, productTitle } from '#domain/product.ts';
import type { RenderedEmail } from './outbox.queries.ts';

export type Part =
  | string
  | { readonly facts: readonly (readonly [name: string, value: string])[] }
  | { readonly code: string }
  /** Text typed by somebody else, quoted line by line. */
  | { readonly typed: string }
  | { readonly button: string; readonly url: string }
  | { readonly links: readonly { readonly label: string; readonly url: string }[] };

/**
 * Renders the plain text and the HTML from one description, so that they cannot differ. Mails must not contain anything that a person has
 * typed, not even a name, because the recipient may be somebody else. The only exception is an enquiry (decision 40).
 */
export const renderEmail = (subject: string, parts: readonly Part[]): RenderedEmail & { readonly html: string } => {
  const all = ['Hello,', ...parts];
  return { subject, text: [...all.map(asText), signature].join('\n\n'), html: page(subject, all.map(asHtml).join('\n')) };
};

const signature = `${productTitle} · ${productSubtitle}`;

function asText(part: Part): string {
  if (typeof part === 'string') return part;
  if ('typed' in part)
    return part.typed
      .split('\n')
      .map((words) => `> ${words}`)
      .join('\n');
  if ('facts' in part) return part.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  if ('links' in part) return part.links.map(({ label, url }) => `${label}:\n${url}`).join('\n');
  // On a line of its own, without a full stop that would be copied with it.
  if ('code' in part) return `    ${part.code}`;
  return `${part.button}:\n${part.url}`;
}

// Inline because many mail programs drop a style sheet; half-transparent greys fit a light and a dark background.
const line = 'rgba(128,128,128,0.45)';

function asHtml(part: Part): string {
  if (typeof part === 'string') return `<p style="margin:0 0 16px">${escape(part)}</p>`;
  if ('facts' in part) return factRows(part.facts);
  if ('typed' in part) {
    const lines = part.typed.split('\n').map((words) => escape(`> ${words}`));
    return `<blockquote style="margin:0 0 16px;padding-left:12px;border-left:3px solid ${line}">${lines.join('<br>\n')}</blockquote>`;
  }
  if ('code' in part) {
    const style = `margin:0 0 16px;padding:14px 16px;border:1px solid ${line};border-radius:10px;font:600 17px/1.4 ui-monospace,Consolas,monospace;overflow-wrap:anywhere`;
    return `<p style="${style}">${escape(part.code)}</p>`;
  }
  if ('links' in part) {
    const rows = part.links.map(
      ({ label, url }) =>
        `<li style="margin:0 0 10px"><a href="${escape(url)}" style="font-weight:600">${escape(label)}</a></li>`,
    );
    return `<ul style="margin:0 0 16px;padding-left:20px">${rows.join('')}</ul>`;
  }
  const style =
    'display:inline-block;padding:12px 22px;border-radius:10px;background-color:#2a5a33;color:#ffffff;font-weight:600;text-decoration:none';
  return `<p style="margin:8px 0 24px"><a href="${escape(part.url)}" style="${style}">${escape(part.button)}</a></p>`;
}

function factRows(facts: readonly (readonly [name: string, value: string])[]): string {
  const cell = `padding:8px 0;border-top:1px solid ${line};vertical-align:top`;
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th scope="row" style="${cell};padding-right:16px;text-align:left;font-weight:400">${escape(name)}</th>` +
      `<td style="${cell};text-align:right;font-weight:600;overflow-wrap:anywhere">${escape(value)}</td></tr>`,
  );
  return `<table style="width:100%;margin:0 0 16px;border-collapse:collapse;font-size:16px">${rows.join('')}</table>`;
}

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en" style="color-scheme:light dark">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(title)}</title>
</head>
<body style="margin:0;padding:24px 16px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:34em;margin:0 auto;overflow-wrap:anywhere">
${body}
<p style="margin:24px 0 0;padding-top:12px;border-top:1px solid ${line};font-size:14px">${escape(signature)}</p>
</div>
</body>
</html>
`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
