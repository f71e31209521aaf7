import type { Operation } from '@platen/core';
import { readOptionFields } from '@platen/core/internal';
import { absoluteUrl, checkHost, type Exchange } from './exchange.ts';
import type { HttpReply } from './http-message.ts';
import { jsonReply } from './json-reply.ts';
import { describeManageRoutes } from './manage/openapi-manage.ts';
import { errorAnswers, errors, json } from './openapi-answers.ts';
import { jobLinks } from './openapi-links.ts';
import { interfaceSchemas, openApiSchemas } from './openapi-schemas.ts';
import type { Surface } from './surface-options.ts';

/** Answers `GET /api/openapi.json`: the document for the operations that are registered, at the address it was asked at. */
export function createOpenApiHandler(surface: Surface) {
  const document = describeSurface([...surface.engine.operations.values()], {
    manage: surface.manage,
    webhookUrls: surface.engine.jobWebhooks !== null,
    apiKeys: surface.keys !== null,
  });
  return async (exchange: Exchange): Promise<HttpReply> => {
    checkHost(exchange, surface.publicUrl);
    const server = absoluteUrl(exchange, surface.publicUrl, '').href.replace(/\/$/, '');
    return jsonReply(200, { ...document, servers: [{ url: server }] });
  };
}

/** What a document describes beyond the routes of the interface. */
export interface DescribedSurface {
  /** Those to manage jobs; false when not given. */
  readonly manage?: boolean;
  /** Whether a submission may bring a URL to be told at; false when not given. */
  readonly webhookUrls?: boolean;
  /** False for a host that identifies callers in a way of its own, which the document leaves open; true when not given. */
  readonly apiKeys?: boolean;
}

/** The OpenAPI 3.1 document of a set of operations, without servers. */
export function describeSurface(
  operations: readonly Operation[],
  { manage = false, webhookUrls = false, apiKeys = true }: DescribedSurface = {},
) {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Platen',
      version: '1',
      description: 'Converts PDF and image files. Every operation answers at once with a job; poll it for its outputs.',
    },
    ...(apiKeys ? { security: [{ apiKey: [] }] } : {}),
    paths: {
      ...Object.fromEntries(
        operations.map((operation) => [
          `/api/v1/${operation.name}`,
          { post: describeSubmission(operation, { manage, webhookUrls }) },
        ]),
      ),
      '/api/v1/jobs/{jobId}': { get: describePolling() },
      '/api/v1/account': { get: describeAccountRoute() },
      '/api/download/{token}': { get: describeDownload() },
      ...(manage ? describeManageRoutes({ webhookUrls }) : {}),
    },
    components: {
      ...(apiKeys ? { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } } : {}),
      responses: errorAnswers,
      schemas: manage ? schemasOf(webhookUrls) : interfaceSchemas,
    },
  };
}

function schemasOf(webhookUrls: boolean) {
  const { WebhookSecrets, ...others } = openApiSchemas;
  return webhookUrls ? { ...others, WebhookSecrets } : others;
}

/** What the header of a part can carry as its name. */
const fieldNamePattern = '^[^\\u0000-\\u001f\\u007f"\\\\]+$';

const webhookUrl = {
  type: 'string',
  format: 'uri',
  pattern: '^https?://',
  maxLength: 2_000,
  description: 'The URL that gets a signed webhook when the job ends, in addition to the endpoints of the owner',
  examples: ['https://acme.example/hooks'],
};

const from = {
  type: 'array',
  items: { type: 'string', pattern: '^[\\w-]{1,64}(/[1-9]\\d{0,5})?$' },
  description: 'Outputs of completed jobs of the same owner as inputs: <jobId> for all of them, <jobId>/<n> for one',
};

function describeSubmission(
  operation: Operation,
  { manage, webhookUrls }: Required<Pick<DescribedSurface, 'manage' | 'webhookUrls'>>,
) {
  const isSingle = operation.files.max === 1;
  const part = isSingle ? 'file' : 'files';
  const file = {
    type: 'string',
    // The word of OpenAPI 3.0: without it generated clients take a file for text.
    format: 'binary',
    contentMediaType: 'application/octet-stream',
    description: `Accepted, detected from the content: ${operation.accepts.join(', ')}`,
  };
  const files = {
    type: 'array',
    items: file,
    minItems: operation.files.min,
    ...(operation.files.max === null ? {} : { maxItems: operation.files.max }),
  };
  const schema = {
    type: 'object',
    properties: {
      ...(isSingle ? { file } : { files }),
      from,
      ...(webhookUrls ? { webhookUrl } : {}),
      ...Object.fromEntries(
        Object.entries(readOptionFields(operation).schemas).map(([name, option]) => [name, asFormField(option)]),
      ),
    },
    // Files, `from` or both are needed; said in words, since generators make a type of their own of each alternative.
    propertyNames: { pattern: fieldNamePattern },
  };
  return {
    operationId: operation.name.replaceAll(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: operation.title,
    description: operation.description,
    parameters: [
      {
        name: 'Idempotency-Key',
        in: 'header',
        description: 'A request that repeats an earlier one under the same key gets the job of the earlier request',
        schema: { type: 'string', minLength: 1, maxLength: 255 },
      },
    ],
    requestBody: {
      required: true,
      description: `A form: files as parts with a file name, or \`from\`, or both; options as parts of text. With curl: \`${curlForm(operation, isSingle)}\`.`,
      content: {
        'multipart/form-data': { schema, encoding: { [part]: { contentType: operation.accepts.join(', ') } } },
      },
    },
    responses: {
      202: {
        ...json('The job is accepted', 'AcceptedJob'),
        ...jobLinks(['getJob', ...(manage ? ['getManagedJob', 'cancelJob', 'deleteJob'] : [])]),
      },
      ...errors(400, 401, 402, 403, 404, 409, 410, 413, 415, 429, 500, 503),
    },
  };
}

/** One value or several are fields of one name in a form: a list. Generators name the members of a union twice. */
function asFormField(option: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { anyOf, ...rest } = option;
  const list = Array.isArray(anyOf) ? anyOf.find(({ type }) => type === 'array') : undefined;
  if (list === undefined) return option;
  return { ...rest, ...list, ...(typeof rest.default === 'string' ? { default: [rest.default] } : {}) };
}

/** What a reader may paste: an example of a file would be one of its bytes. */
function curlForm(operation: Operation, isSingle: boolean): string {
  const ending = operation.accepts.includes('application/pdf') ? 'pdf' : 'png';
  const files = isSingle ? [`file=@report.${ending}`] : [`files=@one.${ending}`, `files=@two.${ending}`];
  const options = Object.entries(readOptionFields(operation).schemas).flatMap(([name, { examples }]) =>
    Array.isArray(examples) ? [`${name}=${examples[0]}`] : [],
  );
  return [...files, ...options].map((part) => `-F ${part}`).join(' ');
}

function describePolling() {
  return {
    operationId: 'getJob',
    summary: 'Read a job',
    description: 'Poll until the status is no longer `processing`. Each poll returns fresh download links.',
    parameters: [{ name: 'jobId', in: 'path', required: true, schema: { type: 'string' } }],
    responses: { 200: json('The job', 'Job'), ...errors(401, 403, 404, 429, 500, 503) },
  };
}

function describeAccountRoute() {
  return {
    operationId: 'getAccount',
    summary: 'Read quota, limits and operations of the calling key',
    responses: { 200: json('The account', 'Account'), ...errors(401, 429, 500, 503) },
  };
}

function describeDownload() {
  const file = {
    headers: {
      'Repr-Digest': {
        description: 'SHA-256 of the whole file (RFC 9530); absent for files stored by earlier versions',
        schema: { type: 'string' },
      },
    },
    content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
  };
  return {
    operationId: 'download',
    summary: 'Download an output',
    description:
      'A signed link: it needs no API key. Takes HEAD, a single byte range, If-Match, If-None-Match and If-Range.',
    security: [],
    parameters: [{ name: 'token', in: 'path', required: true, schema: { type: 'string' } }],
    responses: {
      200: { description: 'The file', ...file },
      206: { description: 'The part of the file that was asked for', ...file },
      302: { description: 'The file is at this URL for a minute. Only from hosts with direct downloads' },
      304: { description: 'The client has the file already' },
      ...errors(404, 410, 412, 416, 500, 503),
    },
  };
}
