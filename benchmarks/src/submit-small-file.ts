/** Milliseconds until a host answers a small file with 202. */
export async function submitSmallFile({ url, key }: { readonly url: string; readonly key: string }): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob(['%PDF-1.7\n', 'x'.repeat(100_000)]), 'a.pdf');
  const startedAt = performance.now();
  const response = await fetch(`${url}/api/v1/bench/empty`, {
    method: 'POST',
    headers: { 'X-API-Key': key },
    body: form,
  });
  if (response.status !== 202) throw new Error(`answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
  return performance.now() - startedAt;
}
