import { ConversionError, type StoredFile } from '@platen/core';
import { attachment, type HttpReply, jsonReply } from '@platen/http';
import type { Call, Route } from '../call.ts';
import type { Settings } from '../dashboard-options.ts';
import type { PagePictures } from '../preview/page-pictures.ts';
import { readFirstPage } from '../preview/read-first-page.ts';

/** Types a browser shows in an image element, where nothing of them can act. */
const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/webp']);

/** The files a job produced: downloaded, shown as an image, their pages drawn. */
export function outputRoutes<Source>(settings: Settings<Source>, pictures: PagePictures): readonly Route[] {
  const { engine, logger } = settings;

  async function findOutput({ parameters }: Call): Promise<{ jobId: string; index: number; output: StoredFile }> {
    const jobId = parameters.id ?? '';
    const index = Number(parameters.index);
    const output = Number.isInteger(index) ? (await engine.get(jobId))?.outputs[index] : undefined;
    if (output === undefined) throw new ConversionError('NOT_FOUND', 'The file no longer exists');
    return { jobId, index, output };
  }

  async function sendOutput(call: Call, disposition: (output: StoredFile) => string): Promise<HttpReply> {
    const { jobId, index, output } = await findOutput(call);
    const body = call.request.method === 'HEAD' ? null : await engine.open(jobId, index);
    body?.on('error', (error) => {
      // A client that goes away ends the stream with an error as well, and is nobody's fault.
      if (!call.request.response.destroyed) logger.error({ err: error, jobId }, 'a download broke off');
    });
    return {
      status: 200,
      headers: {
        'Content-Type': output.mediaType,
        'Content-Length': String(output.sizeBytes),
        'Content-Disposition': disposition(output),
      },
      body,
    };
  }

  return [
    {
      method: 'GET',
      path: 'data/jobs/{id}/outputs/{index}',
      access: 'viewer',
      answer: (call) => sendOutput(call, ({ fileName }) => attachment(fileName)),
    },
    {
      method: 'GET',
      path: 'data/jobs/{id}/outputs/{index}/picture',
      access: 'viewer',
      answer: (call) =>
        sendOutput(call, ({ mediaType }) => {
          if (pictureTypes.has(mediaType)) return 'inline';
          throw new ConversionError('NOT_FOUND', 'This file is not a picture');
        }),
    },
    {
      method: 'GET',
      path: 'data/jobs/{id}/outputs/{index}/pages',
      access: 'viewer',
      async answer(call) {
        const from = readFirstPage(call.query);
        const { jobId, index, output } = await findOutput(call);
        const pages = await pictures.ofOutput(output.key, from, () => engine.open(jobId, index));
        return jsonReply(200, { pages });
      },
    },
  ];
}
