import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leaveRoom } from '../src/leave-room.ts';

test('a disk with less room than has to be left is full; one that cannot be asked is not', async () => {
  const { bavail, bsize } = await statfs(tmpdir());
  await expect(leaveRoom(tmpdir(), 2 * bavail * bsize)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'The storage is full',
    details: { reason: 'storage_full' },
  });
  await leaveRoom(tmpdir(), 1);
  await leaveRoom(join(tmpdir(), 'nowhere'), Number.MAX_SAFE_INTEGER);
});
