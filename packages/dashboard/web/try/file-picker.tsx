import { useRef, useState } from 'preact/hooks';
import type { OperationInfo } from '../data.ts';
import { bytes } from '../format.ts';
import { FileName } from '../parts/file-name.tsx';
import { Icon } from '../parts/icon.tsx';

const typeNames: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/webp': 'WebP',
  'image/tiff': 'TIFF',
  'image/gif': 'GIF',
  'image/bmp': 'BMP',
  'image/svg+xml': 'SVG',
  'image/heic': 'HEIC',
  'image/avif': 'AVIF',
  'text/plain': 'text',
};

/** Files dropped or chosen, in the order in which they are used. */
// Long: the markup of one control with its drag events.
export function FilePicker({
  operation,
  most,
  files,
  onChange,
}: {
  readonly operation: OperationInfo;
  readonly most: number;
  readonly files: readonly File[];
  readonly onChange: (files: readonly File[]) => void;
}) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const add = (list: FileList | null | undefined) => {
    const given = [...(list ?? [])];
    if (given.length > 0) onChange(most === 1 ? given.slice(0, 1) : [...files, ...given]);
  };
  const move = (from: number, to: number) => {
    const next = [...files];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next);
  };
  const taken = operation.accepts.map((type) => typeNames[type] ?? type).join(', ');
  return (
    <>
      <label
        class="drop"
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          add(event.dataTransfer?.files);
        }}
      >
        <Icon name="try" />
        <span>
          <strong>{most === 1 ? 'Drop a file here' : 'Drop files here'}</strong>, or{' '}
          <u>choose {most === 1 ? 'one' : 'some'}</u>
        </span>
        <span class="small muted">{taken}</span>
        <input
          ref={input}
          class="unseen"
          type="file"
          multiple={most > 1}
          accept={operation.accepts.join(',')}
          onChange={(event) => {
            add(event.currentTarget.files);
            // The same file may be chosen once more.
            event.currentTarget.value = '';
          }}
        />
      </label>
      {files.length > 0 && (
        <ol class="file-list">
          {files.map((file, index) => (
            <li key={index}>
              <Icon name="file" />
              <span class="cut">
                <FileName name={file.name} />
              </span>
              <span class="small muted numbers">{bytes(file.size)}</span>
              <span class="file-tools">
                {files.length > 1 && (
                  <>
                    <Tool
                      name="up"
                      label={`Move ${file.name} up`}
                      isOff={index === 0}
                      onUse={() => move(index, index - 1)}
                    />
                    <Tool
                      name="down"
                      label={`Move ${file.name} down`}
                      isOff={index === files.length - 1}
                      onUse={() => move(index, index + 1)}
                    />
                  </>
                )}
                <Tool
                  name="close"
                  label={`Leave ${file.name} out`}
                  isOff={false}
                  onUse={() => {
                    onChange(files.filter((_, each) => each !== index));
                    input.current?.focus();
                  }}
                />
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function Tool({
  name,
  label,
  isOff,
  onUse,
}: {
  readonly name: 'up' | 'down' | 'close';
  readonly label: string;
  readonly isOff: boolean;
  readonly onUse: () => void;
}) {
  return (
    <button
      type="button"
      class="button plain icon slim"
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={onUse}
    >
      <Icon name={name} />
    </button>
  );
}
