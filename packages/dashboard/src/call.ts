import type { HttpReply, HttpRequest } from '@platen/http';
import type { Visitor } from './visitor.ts';

/** A request for data that was let through to its route. */
export interface Call {
  readonly request: HttpRequest;
  /** The values of the path's `{parameters}`. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Null only on routes for anyone. */
  readonly visitor: Visitor | null;
  /** The session it came with, of a dashboard with passwords. */
  readonly sessionToken: string | null;
  /** Checks again who the visitor is: for streams that stay open. */
  readonly recheck: () => Promise<Visitor | null>;
}

/** One row of the route table. */
export interface Route {
  /** `GET` answers `HEAD` as well. */
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Segments below the mount point, some of them a `{parameter}`. */
  readonly path: string;
  /** Who may call it. Whatever is not `GET` changes something. */
  readonly access: 'anyone' | 'viewer' | 'manager';
  /** Takes as long as its upload does, and goes by the deadlines of the surface. */
  readonly isUpload?: true;
  readonly answer: (call: Call) => Promise<HttpReply>;
}
