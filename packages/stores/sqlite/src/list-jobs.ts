import type { DatabaseSync } from 'node:sqlite';
import type { JobFilter, JobPage, PageRequest } from '@platen/core';
import {
  type ListedRow,
  type ListingDialect,
  type ListingStatement,
  listingStatement,
  namedJobStatement,
  toListing,
} from '@platen/core/sql';

const dialect: ListingDialect = { placeholder: (number) => `?${number}`, like: 'LIKE', ranges: false };

/** A page of the listing. */
export function listJobs(database: DatabaseSync, filter: JobFilter, page: PageRequest): JobPage {
  const read = ({ text, values }: ListingStatement) =>
    database.prepare(text).all(...values) as unknown as readonly ListedRow[];
  const named = namedJobStatement(filter, page, dialect);
  const [job] = named === null ? [] : read(named);
  return toListing(job === undefined ? read(listingStatement(filter, page, dialect)) : [job], page);
}
