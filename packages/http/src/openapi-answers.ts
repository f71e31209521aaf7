import { errorExamples, openApiExamples } from './openapi-examples.ts';
import type { openApiSchemas } from './openapi-schemas.ts';

/** The answer of each error status, by the name that `errors` refers to. */
export const errorAnswers = Object.fromEntries(
  Object.entries(errorExamples).map(([status, example]) => [`Error${status}`, json('An error', 'Error', example)]),
);

/** References to the answers of these error statuses; 405 is answered everywhere. */
export function errors(...statuses: readonly (keyof typeof errorExamples)[]) {
  return Object.fromEntries(
    ([...statuses, 405] as const).map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
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
