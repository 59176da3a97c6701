const maxDepth = 20;
/** Several times what the 2,000 events of the largest request have. */
const maxContainers = 50_000;
const maxNames = 100_000;
const maxNamesOfObject = 200;

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Whether a JSON text has so many objects and lists, or objects with so many names, that parsing and validating it would block the event
 * loop: an object of 300,000 names takes a second. The text may be invalid.
 */
export function isTooComplex(text: string): boolean {
  const open: { names: number }[] = [];
  let [containers, names] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === openObject || code === openList) {
      containers += 1;
      open.push({ names: 0 });
      if (containers > maxContainers || open.length > maxDepth) return true;
    } else if (code === closeObject || code === closeList) open.pop();
    else if (code === colon) {
      names += 1;
      const object = open.at(-1);
      if (object) object.names += 1;
      if (names > maxNames || (object && object.names > maxNamesOfObject)) return true;
    }
  }
  return false;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (let code = text.charCodeAt(at); code !== quote && at < text.length; code = text.charCodeAt(at)) {
    at += code === backslash ? 2 : 1;
  }
  return at;
}
