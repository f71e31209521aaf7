/** Where the id of a job in an answer may be used next, as links of the OpenAPI document. */
export function jobLinks(operationIds: readonly string[]) {
  const parameters = { jobId: '$response.body#/jobId' };
  return { links: Object.fromEntries(operationIds.map((operationId) => [operationId, { operationId, parameters }])) };
}
