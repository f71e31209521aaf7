import { useId, useState } from 'preact/hooks';
import {
  keyVariable,
  type SampleLanguage,
  type SampleRequest,
  sampleLanguages,
  variableOf,
  writeSample,
} from '../request-samples.ts';
import { apiAddress } from '../session.ts';
import { CopyButton } from './copy-button.tsx';

/** A request as curl, Node and Python, to be copied. It holds no secret, but says where each is taken from. */
export function RequestCode({ request }: { readonly request: Omit<SampleRequest, 'apiUrl'> }) {
  const [language, setLanguage] = useState<SampleLanguage>('curl');
  const id = useId();
  const code = writeSample(language, { ...request, apiUrl: apiAddress() });
  const variables = [keyVariable, ...request.secretFields.map(variableOf)];
  return (
    <section class="card" aria-label="The request as code">
      <details class="request-code">
        <summary>The same by the API</summary>
        <div class="row">
          <div class="chips" role="group" aria-label="Language">
            {sampleLanguages.map((each) => (
              <button
                key={each}
                type="button"
                class="chip"
                aria-pressed={each === language}
                onClick={() => setLanguage(each)}
              >
                {each}
              </button>
            ))}
          </div>
          <span class="push">
            <CopyButton text={code} what={`${language} request`} from={id} />
          </span>
        </div>
        <pre class="code" id={id} tabIndex={0}>
          {code}
        </pre>
        <p class="small muted">
          Set {new Intl.ListFormat('en').format(variables)} in the environment: no secret is in the code.
        </p>
      </details>
    </section>
  );
}
