import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

export interface Docs {
  readonly description?: string;
  readonly fields: Readonly<Record<string, string>>;
}

const docsByFile = new Map<string, ReadonlyMap<string, Docs>>();

/** Descriptions come from comments in src/contract and src/domain/records, which do not increase the size of the browser's code. */
export function readDocs(file: string, name: string): Docs {
  let docs = docsByFile.get(file);
  if (!docs) docsByFile.set(file, (docs = parseDocs(file)));
  return docs.get(name) ?? { fields: {} };
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

function parseDocs(file: string): ReadonlyMap<string, Docs> {
  const path = join(import.meta.dirname, `../src/${file}.ts`);
  const text = readFileSync(path, 'utf8');
  const { program, comments } = parseSync(path, text);
  const commentBefore = (node: Node): string | undefined => {
    const comment = comments.findLast(({ type, value, end }) => type === 'Block' && value.startsWith('*') && end <= node.start);
    return comment && text.slice(comment.end, node.start).trim() === '' ? toSentence(comment.value) : undefined;
  };
  const docs = new Map<string, Docs>();
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      const [, imported] = /^#(domain\/records\/[\w-]+)\.ts$/.exec(statement.source.value) ?? [];
      for (const [name, each] of imported === undefined ? [] : parseDocs(imported)) docs.set(name, each);
    }
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declaration.declarations) {
      const name = declaredName(id as Pattern);
      if (name === undefined || !init) continue;
      const description = commentBefore(statement);
      docs.set(name, { ...(description && { description }), fields: fieldsOf(init, docs, commentBefore) });
    }
  }
  return docs;
}

/** The name of a declaration, or of the rest element of a destructured object. */
function declaredName(pattern: Pattern): string | undefined {
  const last = pattern.properties?.at(-1);
  return last?.type === 'RestElement' ? last.argument?.name : pattern.name;
}

interface Pattern {
  readonly name?: string;
  readonly properties?: readonly { readonly type: string; readonly argument?: Pattern }[];
}

/** Collects the fields of object literals in an expression, including those of spread or extended schemas. */
function fieldsOf(
  expression: Node,
  known: ReadonlyMap<string, Docs>,
  commentBefore: (node: Node) => string | undefined,
): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as Partial<Node> & { readonly name?: string; readonly key?: { readonly name?: string } };
    if (node.type === 'Identifier') Object.assign(fields, known.get(node.name ?? '')?.fields);
    if (node.type === 'ArrowFunctionExpression') return;
    if (node.type === 'Property') {
      const comment = commentBefore(value as Node);
      if (comment !== undefined && node.key?.name !== undefined) fields[node.key.name] = comment;
    }
    for (const child of Object.values(value)) visit(child);
  };
  visit(expression);
  return fields;
}

const toSentence = (comment: string): string =>
  comment
    .replaceAll(/^\s*\*\s?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
