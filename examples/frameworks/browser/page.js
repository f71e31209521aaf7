import { createClient, PlatenError } from '@platen/client';

const client = createClient({ url: location.origin, apiKey: null });
const [drop, input, list] = ['drop', 'input', 'list'].map((id) => document.getElementById(id));

drop.addEventListener('dragover', (event) => {
  event.preventDefault();
  drop.classList.add('over');
});
drop.addEventListener('dragleave', () => drop.classList.remove('over'));
drop.addEventListener('drop', async (event) => {
  event.preventDefault();
  drop.classList.remove('over');
  await Promise.all([...event.dataTransfer.files].map(convert));
});
input.addEventListener('change', async () => {
  const files = [...input.files];
  input.value = ''; // So that the same file may be chosen again.
  await Promise.all(files.map(convert));
});

async function convert(file) {
  const row = list.appendChild(document.createElement('li'));
  const [bar, text, cancel] = ['progress', 'span', 'button'].map((name) => document.createElement(name));
  row.append(`${file.name} `, bar, ' ', text, ' ', cancel);
  cancel.textContent = 'Cancel';
  const controller = new AbortController();
  cancel.addEventListener('click', () => controller.abort());
  const onProgress = ({ phase, fraction }) => {
    text.textContent = phase;
    if (fraction === null) bar.removeAttribute('value');
    else bar.value = fraction;
  };
  try {
    const { outputs } = await client.convert('pdf/to-image', file, {}, { signal: controller.signal, onProgress });
    text.textContent = 'done:';
    for (const output of outputs) row.append(' ', await linkTo(output));
  } catch (error) {
    text.textContent = PlatenError.is(error) ? error.message : 'cancelled';
  } finally {
    bar.remove();
    cancel.remove();
  }
}

async function linkTo(output) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await output.blob());
  link.download = link.textContent = output.fileName;
  return link;
}
