import { describeSurface } from '@platen/http';
import { standardOperations } from '@platen/standard';

/** The parts of an OpenAPI document that the page shows. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
  readonly const?: unknown;
  readonly $ref?: string;
}
interface Content {
  readonly schema?: Schema;
  readonly example?: unknown;
}
interface Answer {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, Content>>;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}
interface Route {
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Answer>>;
}
interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Route>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, Answer>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

/** What the form of the page needs of an operation. */
export interface TriedOperation {
  readonly path: string;
  readonly title: string;
  readonly several: boolean;
  readonly fields: readonly {
    readonly name: string;
    readonly description: string;
    readonly values: readonly string[];
  }[];
}

/** The OpenAPI document of the standard operations with every route there is. */
export function openApiDocument(): OpenApi {
  return describeSurface(standardOperations, { manage: true, webhookUrls: true }) as unknown as OpenApi;
}

/** What the form on the page sends to: options are those that a text or a choice can hold. */
export function triedOperations(): readonly TriedOperation[] {
  const { paths } = openApiDocument();
  return standardOperations.map(({ name, title, files }) => {
    const path = `/api/v1/${name}`;
    const properties = formOf(paths[path]?.post)?.properties ?? {};
    const fields = Object.entries(properties).filter(([field]) => !['file', 'from', 'webhookUrl'].includes(field));
    return {
      path,
      title,
      several: (files.max ?? Number.POSITIVE_INFINITY) > 1,
      fields: fields.map(([field, schema]) => ({
        name: field,
        description: schema.description ?? '',
        values: (schema.type === 'boolean' ? [true, false] : (schema.enum ?? [])).map(String),
      })),
    };
  });
}

/** The page: each route with its fields, its answers and an example, from the OpenAPI document. */
export function httpReference(): string {
  const { paths, components } = openApiDocument();
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, route]) =>
      describeRoute(method.toUpperCase(), path, route, components.responses),
    ),
  );
  const schemas = Object.entries(components.schemas).map(([name, schema]) => describeSchema(name, schema));
  return `# HTTP interface

Written from the OpenAPI 3.1 document of all routes ([openapi.json](/openapi.json){target="_self"}), which a server with
\`openapi: true\` answers at \`/api/openapi.json\`. What holds for every route (keys, rates, uploads, downloads) is in
[the HTTP surface](/packages/http.md); every code is in [errors](/errors.md).

## Try it

The form below writes a request for your server, and can send it. A browser sends it only if the server allows the
origin of this page (CORS); otherwise copy the line for the shell.

<TryRequest />

${routes.join('\n\n')}

## Bodies

${schemas.join('\n\n')}
`;
}

function describeRoute(method: string, path: string, route: Route, shared: Readonly<Record<string, Answer>>): string {
  const form = formOf(route);
  const parameters = (route.parameters ?? []).map(
    ({ name, in: place, description = '', schema = {} }) =>
      `| \`${name}\` | ${place} | ${typeOf(schema)} | ${cell(description)} |`,
  );
  const fields = Object.entries(form?.properties ?? {}).map(
    ([name, schema]) => `| \`${name}\` | form | ${typeOf(schema)} | ${cell(fieldText(schema))} |`,
  );
  const rows = [...parameters, ...fields];
  const answers = Object.entries(route.responses).map(([status, answer]) => {
    const { description = '', content = {} } = shared[nameOf(answer.$ref)] ?? answer;
    const [[mediaType = '', { schema = {} }] = ['', {} as Content]] = Object.entries(content);
    const body = schema.$ref === undefined ? mediaType : bodyLink(schema.$ref);
    return `| ${status} | ${cell(description)} | ${body} |`;
  });
  return [
    `## ${method} ${path.replaceAll(/[{}]/g, (brace) => `\\${brace}`)}`,
    [route.summary, route.description].filter(Boolean).join('. ').replaceAll('..', '.'),
    rows.length > 0 ? `| name | in | type | |\n| --- | --- | --- | --- |\n${rows.join('\n')}` : '',
    `| status | | body |\n| --- | --- | --- |\n${answers.join('\n')}`,
    exampleOf(route.responses),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function exampleOf(answers: Route['responses']): string {
  const first = Object.entries(answers).find(([status]) => status.startsWith('2'))?.[1];
  const example = Object.values(first?.content ?? {})[0]?.example;
  return example === undefined ? '' : `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``;
}

function describeSchema(name: string, schema: Schema): string {
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants !== undefined) return `### ${name}\n\nOne of ${variants.map(typeOf).join(', ')}.`;
  const rows = Object.entries(schema.properties ?? {}).map(([field, each]) => {
    const optional = schema.required?.includes(field) === true ? '' : '?';
    return `| \`${field}${optional}\` | ${typeOf(each)} | ${cell(fieldText(each))} |`;
  });
  return `### ${name}\n\n${schema.description ?? ''}\n\n| field | type | |\n| --- | --- | --- |\n${rows.join('\n')}`;
}

function formOf(route: Route | undefined): Schema | undefined {
  return route?.requestBody?.content['multipart/form-data']?.schema;
}

function fieldText({ description = '', default: byDefault, minimum, maximum }: Schema): string {
  const range = minimum === undefined && maximum === undefined ? '' : `${minimum ?? ''}–${maximum ?? ''}`;
  const given = byDefault === undefined || byDefault === null ? '' : `default \`${JSON.stringify(byDefault)}\``;
  return [description, range, given].filter((part) => part !== '').join('; ');
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return bodyLink(schema.$ref);
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined) return variants.map(typeOf).join(' or ');
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  return schema.format === 'binary' ? 'file' : [schema.type ?? 'any'].flat().join(' or ');
}

function bodyLink(ref: string): string {
  const name = nameOf(ref);
  return `[${name}](#${name.toLowerCase()})`;
}

/** The last step of a reference. */
function nameOf(ref = ''): string {
  return ref.split('/').at(-1) ?? '';
}

/** Text as a cell of a table shows it. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
}
