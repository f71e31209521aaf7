import type { ClientInput, createClient } from '@platen/client';
import type { BlobStore, Clock, ConversionEngine, JobStore, KeyStore, Operation } from '@platen/core';
import type { Authorize } from '@platen/dashboard';
import type { traceJobs } from '@platen/engine';
import type { Authenticator, platen as mount } from '@platen/express';
import type { Platen } from '@platen/host';
import type { Page } from '@platen/pdf-kit/page-model';
import type { SqliteStore } from '@platen/sqlite';
import type { standardOperations } from '@platen/standard';
import type { GoodSample, StartHost } from '@platen/testing';
import type { PlatenHandler } from '@platen/web';
import type { Express, RequestHandler, Router } from 'express';
import type { FastifyInstance } from 'fastify';

// What the examples of the documents take for granted: what their text names, and what only the reader has.

export declare const app: Express & FastifyInstance;
export declare const platen: typeof mount;
export declare const host: Platen;
export declare const engine: ConversionEngine;
export declare const operations: typeof standardOperations;
export declare const myOperation: Operation;
export declare const keys: KeyStore;
export declare const blobs: BlobStore;
export declare const store: SqliteStore;
export declare const sessions: { userOf(cookie: string | undefined): Promise<{ readonly id: string } | null> };
export declare const authorize: Authorize;
export declare const client: ReturnType<typeof createClient>;
export declare const report: ClientInput;
export declare const page: Page;
export declare const secret: string;
export declare const bytes: Uint8Array;
export declare const half: Uint8Array;
export declare const check: NonNullable<GoodSample['check']>;

// In files of the reader, whatever these are called.
export declare function getPlaten(): Promise<{ readonly host: Platen; readonly handler: PlatenHandler }>;
export declare const authenticator: Authenticator;
export declare const hooks: Router;
export declare const staffPages: RequestHandler;
export declare function createMyJobStore(options?: {
  readonly clock: Clock;
}): Promise<JobStore & { close(): Promise<void> }>;
/** Of docs/writing-an-operation.md itself. */
export declare const pdfTitle: Operation<PdfTitleOptions, 'pdf/title'>;
export interface PdfTitleOptions {
  readonly title: string;
}
export declare function decodeHeic(bytes: Uint8Array): Promise<{ width: number; height: number; data: Uint8Array }>;
export declare const pdfRotate: Operation;
export declare const startMyFramework: StartHost;

// Of packages that the repository does not install.
export declare const trace: { getTracer(name: string): Parameters<typeof traceJobs>[1] };
export declare function useConversion(operation: string): {
  readonly state: { readonly phase: string; readonly fraction?: number };
  convert(file: File): Promise<void>;
};
