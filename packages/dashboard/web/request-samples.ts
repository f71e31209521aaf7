/** A request to the API as it can be written again in a program. */
export interface SampleRequest {
  /** Where the API is, without a slash at its end. */
  readonly apiUrl: string;
  readonly operation: string;
  readonly fileNames: readonly string[];
  /** Fields of the form, a repeated one as often as it is sent. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Fields whose values are secret: what stands for each is a variable of the environment. */
  readonly secretFields: readonly string[];
}

/** The languages that requests are shown in. */
export const sampleLanguages = ['curl', 'Node', 'Python'] as const;
/** One of `sampleLanguages`. */
export type SampleLanguage = (typeof sampleLanguages)[number];

/** The variable of the environment that has the API key: no sample holds one. */
export const keyVariable = 'PLATEN_KEY';

const writers: Readonly<Record<SampleLanguage, (request: SampleRequest) => string>> = {
  curl: writeCurl,
  Node: writeNode,
  Python: writePython,
};

/** A request in a language, whole and ready to run: every name and value quoted, no secret in it. */
export function writeSample(language: SampleLanguage, request: SampleRequest): string {
  return writers[language](request);
}

function writeCurl(request: SampleRequest): string {
  const { fields, secretFields, fileNames } = request;
  const lines = [
    `curl ${shellText(addressOf(request))}`,
    `-H "X-API-Key: $${keyVariable}"`,
    // --form would take a value that begins with @ or < for the name of a file.
    ...fields.map(([name, value]) => `--form-string ${shellText(`${name}=${value}`)}`),
    ...secretFields.map((name) => `--form-string "${name}=$${variableOf(name)}"`),
    ...fileNames.map((name) => `-F ${shellText(`${partOf(request)}=@"${name.replace(/[\\"]/g, '\\$&')}"`)}`),
  ];
  return lines.join(' \\\n  ');
}

/** In single quotes a shell takes everything as it is, but for a single quote. */
function shellText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function writeNode(request: SampleRequest): string {
  const { fields, secretFields, fileNames } = request;
  return [
    "import { openAsBlob } from 'node:fs';",
    "import { basename } from 'node:path';",
    '',
    `const headers = { 'X-API-Key': process.env.${keyVariable} };`,
    'const form = new FormData();',
    ...fields.map(([name, value]) => `form.append(${literal(name)}, ${literal(value)});`),
    ...secretFields.map((name) => `form.append(${literal(name)}, process.env.${variableOf(name)});`),
    `for (const file of [${fileNames.map(literal).join(', ')}]) {`,
    `  form.append(${literal(partOf(request))}, await openAsBlob(file), basename(file));`,
    '}',
    '',
    `const submitted = await fetch(${literal(addressOf(request))}, { method: 'POST', headers, body: form });`,
    'if (!submitted.ok) throw new Error(await submitted.text());',
    'const { statusUrl } = await submitted.json();',
    'let job;',
    'do {',
    '  await new Promise((resolve) => setTimeout(resolve, 1000));',
    '  job = await (await fetch(statusUrl, { headers })).json();',
    "} while (job.status === 'processing');",
    'console.log(job);',
  ].join('\n');
}

function writePython(request: SampleRequest): string {
  const { fields, secretFields, fileNames } = request;
  const data = [
    ...fields.map(([name, value]) => `(${literal(name)}, ${literal(value)})`),
    ...secretFields.map((name) => `(${literal(name)}, os.environ["${variableOf(name)}"])`),
  ];
  return [
    'import os',
    'import time',
    '',
    'import requests',
    '',
    `headers = {"X-API-Key": os.environ["${keyVariable}"]}`,
    `data = [${data.join(', ')}]`,
    `names = [${fileNames.map(literal).join(', ')}]`,
    `files = [(${literal(partOf(request))}, (os.path.basename(name), open(name, "rb"))) for name in names]`,
    '',
    `submitted = requests.post(${literal(addressOf(request))}, headers=headers, data=data, files=files)`,
    'submitted.raise_for_status()',
    'while True:',
    '    time.sleep(1)',
    '    job = requests.get(submitted.json()["statusUrl"], headers=headers).json()',
    '    if job["status"] != "processing":',
    '        break',
    'print(job)',
  ].join('\n');
}

/** A text in double quotes, which JavaScript and Python read alike. */
function literal(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function addressOf({ apiUrl, operation }: SampleRequest): string {
  return `${apiUrl}/api/v1/${operation}`;
}

function partOf({ fileNames }: SampleRequest): string {
  return fileNames.length === 1 ? 'file' : 'files';
}

/** The variable of the environment that has the value of a secret field: `PDF_PASSWORD` for `password`. */
export function variableOf(field: string): string {
  return `PDF_${field.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
}
