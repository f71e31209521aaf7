import { errorExamples, openApiExamples } from './openapi-examples.ts';
import type { openApiSchemas } from './openapi-schemas.ts';

/** Answers with the error body, one for each status; 405 is answered everywhere. */
export function errors(...statuses: readonly number[]) {
  return Object.fromEntries(
    [...statuses, 405].map((status) => [status, json('An error', 'Error', errorExamples[status])]),
  );
}

/** An answer with a JSON body of the document's schemas, and an example of it. */
export function json(
  description: string,
  schema: keyof typeof openApiSchemas,
  example: object | undefined = openApiExamples[schema],
) {
  return {
    description,
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${schema}` },
        ...(example === undefined ? {} : { example }),
      },
    },
  };
}
