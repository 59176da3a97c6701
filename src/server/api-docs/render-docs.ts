/** The parts of an OpenAPI 3.1 document that the page needs. */
export interface ApiDocument {
  readonly info: { readonly title: string };
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, { readonly description?: string }>>;
  };
}

interface Operation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly content?: Contents }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

type Contents = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

/** Renders the OpenAPI document as an HTML page without scripts. */
export function renderDocs({ info, tags, paths, components }: ApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, ...operation })),
  );
  const byTag = Map.groupBy(operations, ({ tags: [tag = 'Other'] = [] }) => tag);
  const described = tags.filter(({ name }) => byTag.has(name));
  const others = [...byTag.keys()].filter((name) => described.every((tag) => tag.name !== name)).map((name) => ({ name }));
  const sections = [...described, ...others].map((tag: ApiDocument['tags'][number]) => ({
    ...tag,
    id: `tag-${slug(tag.name)}`,
    operations: byTag.get(tag.name) ?? [],
  }));
  const title = `${escape(info.title)}: interface for programs`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<header>
<h1>${title}</h1>
<p>All of it for tools: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1). ${prose(components.securitySchemes['key']?.description ?? '')} Owners make keys in Settings.</p>
<pre>curl -H 'Authorization: Bearer bw_…' https://your-farm.example/api/animals</pre>
</header>
<nav aria-label="Parts"><ul>${sections.map(({ id, name }) => `<li><a href="#${id}">${escape(name)}</a></li>`).join('')}<li><a href="#schemas">Records</a></li></ul></nav>
<main>
${sections
  .map(
    ({ id, name, description, operations: those }) => `<section id="${id}">
<h2>${escape(name)}</h2>
${paragraph(description)}
${those.map(renderOperation).join('\n')}
</section>`,
  )
  .join('\n')}
<section id="schemas">
<h2>Records</h2>
${Object.entries(components.schemas).map(renderSchema).join('\n')}
</section>
</main>
</body>
</html>
`;
}

function renderOperation(operation: Operation & { readonly method: string; readonly path: string }): string {
  const { method, path, operationId, summary, description, security = [], parameters = [], requestBody, responses } = operation;
  const isForKeys = security.some((scheme) => 'key' in scheme);
  const rest = description?.startsWith(`${summary}.`) ? description.slice(summary.length + 1).trim() : description;
  const answers = Object.entries(responses);
  return `<details>
<summary><span class="method">${method}</span> <code>${escape(path)}</code> <span class="what">${prose(summary)}</span>${isForKeys ? ' <span class="key">key</span>' : ''}</summary>
<div id="${escape(operationId)}">
${paragraph(rest)}
${table(
  'Parameters',
  parameters.map((each) => ({
    name: each.name,
    type: `${typeText(each.schema)} in the ${escape(each.in)}`,
    isOptional: each.required !== true,
    description: each.description,
  })),
)}
${requestBody ? renderContents('Body', requestBody.content) : ''}
${answers.flatMap(([status, { content }]) => (content ? renderContents(`Answer ${status}`, content) : [])).join('\n')}
${table(
  'Other answers',
  answers.flatMap(([status, { description: about, content }]) =>
    content ? [] : { name: status, type: prose(about ?? ''), isOptional: false, description: undefined },
  ),
)}
</div>
</details>`;
}

const renderContents = (title: string, contents: Contents): string =>
  Object.entries(contents)
    .map(
      ([type, { schema }]) =>
        `<p><strong>${escape(title)}</strong> ${typeText(schema)} <span class="media">${escape(type)}</span></p>${table('', fieldsOf(schema))}`,
    )
    .join('\n');

const renderSchema = ([name, schema]: readonly [string, Schema]): string => {
  const fields = fieldsOf(schema);
  return `<details>
<summary><code>${escape(name)}</code></summary>
<div id="schema-${escape(name)}">
${paragraph(schema.description)}
${fields.length > 0 ? table('', fields) : `<p>${typeText(schema)}</p>`}
</div>
</details>`;
};

interface Field {
  readonly name: string;
  /** HTML. */
  readonly type: string;
  readonly isOptional: boolean;
  readonly description: string | undefined;
}

const fieldsOf = ({ properties = {}, required = [] }: Schema = {}): readonly Field[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeText(schema),
    isOptional: !required.includes(name),
    description: schema.description,
  }));

const table = (title: string, fields: readonly Field[]): string =>
  fields.length === 0
    ? ''
    : `<div class="wide"><table>${title === '' ? '' : `<caption>${title}</caption>`}<tbody>${fields
        .map(
          ({ name, type, isOptional, description }) =>
            `<tr><th scope="row"><code>${escape(name)}</code>${isOptional ? ' <span class="media">optional</span>' : ''}</th><td>${type}</td><td>${prose(description ?? '')}</td></tr>`,
        )
        .join('')}</tbody></table></div>`;

function typeText(schema: Schema | undefined): string {
  if (!schema) return 'anything';
  const { $ref, items, anyOf, oneOf, allOf, properties } = schema;
  if ($ref !== undefined) return reference($ref);
  if (schema.enum) return schema.enum.map(value).join(' or ');
  if ('const' in schema) return value(schema.const);
  const parts = anyOf ?? oneOf;
  if (parts) return [...new Set(parts.map(typeText))].join(' or ');
  if (allOf) return allOf.map(typeText).join(' and ');
  if (items) return `list of ${typeText(items)}`;
  if (properties && schema.type === 'object') return `object with ${Object.keys(properties).map(value).join(', ')}`;
  const types = [schema.type ?? 'anything'].flat().join(' or ');
  return escape(schema.format === undefined ? types : `${types} (${schema.format})`);
}

function reference(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return `<a href="#schema-${escape(name)}">${escape(name)}</a>`;
}

const value = (of: unknown): string => `<code>${escape(typeof of === 'string' ? of : JSON.stringify(of))}</code>`;

const paragraph = (text: string | undefined): string => (text === undefined || text === '' ? '' : `<p>${prose(text)}</p>`);

/** Text between backticks becomes `<code>`. */
const prose = (text: string): string => escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

const slug = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]+/g, '-');

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
