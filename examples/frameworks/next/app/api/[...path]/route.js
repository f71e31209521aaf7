import { openPlaten } from '../../../platen.js';

export const dynamic = 'force-dynamic';

// Next.js does not tell the address of a client: all bad keys count as one client's, unless a proxy is in front (`trustProxy`).
async function answer(request) {
  const handler = await openPlaten();
  return handler(request);
}

export { answer as DELETE, answer as GET, answer as HEAD, answer as POST };
