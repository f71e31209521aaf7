import type { JobFilter, JobPage, PageRequest } from '@platen/core';
import { type ListedRow, type ListingDialect, listingStatement, namedJobStatement, toListing } from '@platen/core/sql';
import type { Sql } from './transactions.ts';

const dialect: ListingDialect = { placeholder: (number) => `$${number}`, like: 'ILIKE', ranges: true };

/** A page of the listing. */
export async function listJobs(sql: Sql, filter: JobFilter, page: PageRequest): Promise<JobPage> {
  const named = namedJobStatement(filter, page, dialect);
  const [job] = named === null ? [] : await sql.all<ListedRow>(named.text, named.values);
  if (job !== undefined) return toListing([job], page);
  const { text, values } = listingStatement(filter, page, dialect);
  return toListing(await sql.all<ListedRow>(text, values), page);
}
