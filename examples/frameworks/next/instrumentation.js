/** Called once when the server starts. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { openPlaten } = await import('./platen.js');
  await openPlaten();
}
