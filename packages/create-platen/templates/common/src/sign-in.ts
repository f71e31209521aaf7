import { createPasswordSignIn, type PasswordSignIn } from '@platen/dashboard';

/** Who may open the dashboard: whoever knows the password. Its README shows how users of your own may. */
export function createSignIn(passwordHash: string): PasswordSignIn {
  return createPasswordSignIn({ accounts: [{ actor: 'admin', role: 'manager', passwordHash }] });
}
