/** The version of a record without a counter: a hash that tells its contents apart, which server and browser compute alike. */
export function contentVersion(content: readonly unknown[]): string {
  const text = JSON.stringify(content);
  let [first, second] = [0x811c9dc5, 0x9e3779b9];
  for (let at = 0; at < text.length; at += 1) {
    first = Math.imul(first ^ (text.codePointAt(at) ?? 0), 0x01000193);
    second = Math.imul(second ^ first ^ (first >>> 15), 0x85ebca6b);
  }
  return [first, second].map((half) => (half >>> 0).toString(36)).join('-');
}
