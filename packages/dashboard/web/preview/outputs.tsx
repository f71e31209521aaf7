import { useState } from 'preact/hooks';
import type { FileInfo } from '../data.ts';
import { FileName } from '../parts/file-name.tsx';
import { Icon } from '../parts/icon.tsx';
import { FileChoice } from './file-choice.tsx';
import { FilePreview } from './file-preview.tsx';
import { Thumbnail } from './thumbnail.tsx';

/** Previews of a large job: the rest can be downloaded all the same. */
const maxThumbnails = 24;

/** What a job produced: small pictures to choose by, and the chosen one large. */
export function Outputs({ jobId, outputs }: { readonly jobId: string; readonly outputs: readonly FileInfo[] }) {
  const [chosen, setChosen] = useState(0);
  const output = outputs[chosen];
  return (
    <div class="outputs">
      <ul class="output-list" data-single={outputs.length === 1}>
        {outputs.map((file, index) => (
          <li key={index} data-chosen={index === chosen}>
            <FileChoice
              isChosen={index === chosen}
              onChoose={() => setChosen(index)}
              picture={
                index < maxThumbnails ? <Thumbnail jobId={jobId} index={index} output={file} /> : <Icon name="file" />
              }
              sizeBytes={file.sizeBytes}
            >
              <FileName name={file.fileName} />
            </FileChoice>
            <a
              class="button slim"
              href={`data/jobs/${jobId}/outputs/${index}`}
              download={file.fileName}
              aria-label={`Download ${file.fileName}`}
              title={`Download ${file.fileName}`}
            >
              <Icon name="download" />
            </a>
          </li>
        ))}
      </ul>
      {output !== undefined && (
        <div class="output-large">
          <FilePreview key={chosen} jobId={jobId} index={chosen} output={output} />
        </div>
      )}
    </div>
  );
}
