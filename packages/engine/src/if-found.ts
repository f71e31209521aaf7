import { hostShortage } from '@platen/core/internal';

/** What is asked about a path; null if that does not exist. Rejects when the host is out of descriptors. */
export async function ifFound<Found>(answer: Promise<Found>): Promise<Found | null> {
  try {
    return await answer;
  } catch (error) {
    if (hostShortage(error) !== null) throw error;
    return null;
  }
}
