export { createDashboard, type Dashboard } from './create-dashboard.ts';
export type { DashboardOptions, DashboardPlaten, Finding } from './dashboard-options.ts';
export { hashPassword, verifyPassword } from './password-hash.ts';
export {
  createPasswordSignIn,
  type PasswordAccount,
  type PasswordSignIn,
  type PasswordSignInOptions,
  type SignedIn,
  type SignInAttempt,
} from './password-sign-in.ts';
export type { SessionBounds } from './sessions.ts';
export type { Authorize, Role, Visitor } from './visitor.ts';
export type { DashboardWebhooks } from './webhooks/dashboard-webhooks.ts';
