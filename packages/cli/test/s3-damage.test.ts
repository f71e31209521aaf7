import { createEngine } from '@platen/engine';
import { httpDamageSuite } from '@platen/testing';
import express from 'express';
import { afterAll, beforeAll, describe } from 'vitest';
import { startExpress } from '../../adapters/express/test/start-express.ts';
import { openDamageableBucket } from '../../blobs/s3/test/damageable-bucket.ts';
import { type S3Server, s3Program, startS3 } from '../../blobs/s3/test/s3-server.ts';

describe.skipIf(s3Program === null)('in a bucket (needs an S3 server)', () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3();
  });
  afterAll(() => server.end());

  const openStorage = () => openDamageableBucket(server);
  httpDamageSuite({ makeEngine: createEngine, startHost: startExpress(express), openStorage });
});
