import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';

/** The parts of an OpenAPI document that answers are checked against. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, OpenApiAnswer>> }>>>
  >;
  readonly components?: unknown;
}

/** An answer, or a reference to one in `components`. */
interface OpenApiAnswer {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, unknown>>;
}

interface CheckedAnswer {
  readonly status: number;
  readonly json: unknown;
}

/**
 * Returns a check that an answer is one the document promises: its status is listed for the route, and its JSON body
 * is what the schema says. Answers of routes that are not in the document are not looked at.
 */
export function createAnswerCheck(document: OpenApiDocument) {
  const schemas = schemasOf(document);
  return (method: string, path: string, { status, json }: CheckedAnswer): void => {
    const template = Object.keys(document.paths).find((candidate) => matches(candidate, path));
    const operation = method.toLowerCase();
    const answers = template === undefined ? undefined : document.paths[template]?.[operation]?.responses;
    if (template === undefined || answers === undefined) return;
    expect(Object.keys(answers), `${method} ${template} may answer ${status}`).toContain(String(status));
    const { $ref, content } = answers[status] ?? {};
    if ($ref === undefined && content?.['application/json'] === undefined) return;
    const answer = $ref ?? `#/${['paths', template, operation, 'responses', status].map(escapePointer).join('/')}`;
    const validate: ValidateFunction | undefined = schemas.getSchema(
      `document${answer}/content/application~1json/schema`,
    );
    expect(validate?.(json), `${method} ${template} ${status}: ${schemas.errorsText(validate?.errors)}`).toBe(true);
  };
}

const compiled = new Map<string, Ajv2020>();

/** The schemas of a document. Compiling them takes as long as most rules: sites whose answers are described alike share them. */
function schemasOf(document: OpenApiDocument): Ajv2020 {
  const { paths, components } = document;
  const described = JSON.stringify([paths, components]);
  const known = compiled.get(described);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ paths, components }, 'document');
  compiled.set(described, ajv);
  return ajv;
}

function matches(template: string, path: string): boolean {
  const [pathname = ''] = path.split('?');
  const pattern = template.split(/\{\w+\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('[^/]+')}$`).test(pathname);
}

/** RFC 6901, then percent-encoded for a fragment. */
function escapePointer(segment: string | number): string {
  return encodeURIComponent(String(segment).replaceAll('~', '~0').replaceAll('/', '~1'));
}
