import type {
  ApiKeyRecord,
  WebhookDeliveryState as DeliveryState,
  EngineStatus,
  JobCounts,
  JobRecord,
  JobState,
  JobSummary,
  KnownOwner,
  Limits,
  NodeRecord,
  UsageRow,
  WebhookDelivery,
  WebhookEndpoint,
} from '@platen/core';
import type { JsonSchema } from '@platen/core/internal';

/** The shapes of the JSON that the dashboard's own routes answer with. */
export type { DeliveryState, JobCounts, JobState, JsonSchema };

export interface Session {
  readonly visitor: { readonly actor: string; readonly role: 'viewer' | 'manager' } | null;
  readonly signIn: 'host' | 'password';
  /** Several accounts have passwords: the visitor names one. */
  readonly asksActor: boolean;
  /** Where the password is; null where the host does not say. */
  readonly passwordHint: string | null;
  readonly service: Service | null;
}

export interface Service {
  readonly version: string;
  readonly operations: readonly OperationInfo[];
  readonly limits: Limits;
  readonly retentionMs: number;
  readonly hasKeys: boolean;
  readonly hasWebhooks: boolean;
  /** A job may name a URL that is notified when it ends. */
  readonly takesWebhookUrls: boolean;
  readonly canTry: boolean;
  readonly requestsPerMinute: number | null;
  readonly quotaPerMonth: number | null;
  /** Relative to the page, or a URL. */
  readonly apiUrl: string;
  readonly docsUrl: string | null;
}

export interface OperationInfo {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly accepts: readonly string[];
  readonly files: { readonly min: number; readonly max: number | null };
  readonly options: Readonly<Record<string, JsonSchema>>;
  readonly languages: readonly string[] | null;
}

export type Job = Omit<JobSummary, 'limits'>;

export interface FileInfo {
  readonly fileName: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
}

export type JobDetail = Omit<JobRecord, 'requestHash' | 'leaseUntil' | 'inputs' | 'outputs'> & {
  readonly inputs: readonly FileInfo[];
  readonly outputs: readonly FileInfo[];
};

export interface JobList {
  readonly jobs: readonly Job[];
  readonly nextCursor: string | null;
  readonly counts: JobCounts;
}

export type Key = Omit<ApiKeyRecord, 'hash'>;

export type Owner = KnownOwner;

export interface NewKey {
  /** In this answer alone. */
  readonly key: string;
  readonly record: Key;
}

/** How it went with the newest deliveries of an endpoint. */
export interface EndpointStanding {
  readonly recent: number;
  readonly parked: number;
  readonly retried: number;
  readonly lastDeliveredAt: number | null;
  readonly problem: string | null;
}

export type Endpoint = Omit<WebhookEndpoint, 'secrets'> & {
  /** Until then the secret before this one signs as well. */
  readonly overlapUntil: number | null;
  readonly standing: EndpointStanding;
};

export interface EndpointList {
  readonly endpoints: readonly Endpoint[];
  readonly total: number;
  readonly owners: readonly string[];
}

export interface NewSecret {
  /** In this answer alone. */
  readonly secret: string;
  readonly endpoint: Pick<Endpoint, 'id' | 'url'>;
}

/** What came of a test message. */
export interface TestResult {
  readonly eventId: string;
  readonly problem: string | null;
  readonly status: number | null;
  readonly answer: string;
  readonly durationMs: number;
}

export type Delivery = Omit<WebhookDelivery, 'body'>;

export interface DeliveryList {
  readonly endpoint: Endpoint;
  readonly deliveries: readonly Delivery[];
  readonly hasMore: boolean;
}

export type Sums = Omit<UsageRow, 'day' | 'operation' | 'ownerId'>;
export type DaySums = Omit<UsageRow, 'ownerId'>;
export type OwnerSums = Sums & {
  readonly ownerId: string | null;
  readonly quota: { readonly used: number; readonly limit: number | null; readonly resetsAt: number };
};

export interface Usage {
  readonly fromDay: string;
  readonly toDay: string;
  readonly byDay: readonly DaySums[];
  readonly owners: readonly OwnerSums[];
  readonly ownerCount: number;
}

export interface Health {
  readonly now: number;
  readonly nodeId: string;
  readonly isolated: boolean;
  readonly status: EngineStatus;
  readonly counts: JobCounts;
  readonly nodes: readonly NodeRecord[];
  readonly nodeCount: number;
  readonly oldestQueuedAt: number | null;
  readonly process: {
    readonly node: string;
    readonly platform: string;
    readonly uptimeMs: number;
    readonly rssBytes: number;
  };
}

export interface Checks {
  readonly checkedAt: number;
  readonly findings: readonly { readonly name: string; readonly ok: boolean; readonly text: string }[];
}

export interface PagePicture {
  readonly page: number;
  readonly image: string;
}
