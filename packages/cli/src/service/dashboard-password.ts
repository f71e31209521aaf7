import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readProblem } from '@platen/core/fs';
import { createPasswordSignIn, hashPassword, type PasswordAccount, type PasswordSignIn } from '@platen/dashboard';
import type { DataFolder } from '@platen/host/data-folder';
import { StartError } from '@platen/host/folder-problem';

/** Where passwords come from. */
export interface PasswordSettings {
  /** Files that hold a password in their first line; undefined for the one made at the first start, and for none. */
  readonly managerFile: string | undefined;
  readonly viewerFile: string | undefined;
}

/** Who may sign in to the dashboard, and how a password that was just made is shown. */
export interface DashboardAccess {
  readonly signIn: PasswordSignIn;
  /** Null when there is nothing new to show. */
  readonly notice: string | null;
  /** The file that holds the password that was just made; null for one that was shown, and for none. */
  readonly passwordFile: string | null;
}

/** 120 random bits: five groups that can be typed. */
const groups = 5;
const bytesPerGroup = 3;
const minLength = 8;
/** What anybody may read on the page that asks for the password: no path of this machine. */
const hintOfFile = 'The first password is in the file first-password in the data folder of the server.';
const hintOfTerminal =
  'The password was shown in the terminal when the server first started. If it is lost, delete the file dashboard-password in its data folder: the next start makes a new one.';

/**
 * The passwords of the dashboard, the first of them made when there is none. Only a terminal is shown it: what a service
 * prints is kept in logs, so there it goes into a file that only its owner may read. Kept is a hash.
 */
export async function openDashboard(
  data: DataFolder,
  { managerFile, viewerFile }: PasswordSettings,
  isShown: boolean,
): Promise<DashboardAccess> {
  const made = managerFile === undefined ? await storedHash(data, isShown) : null;
  const managerHash = made?.hash ?? (await hashOfFile(managerFile ?? ''));
  const accounts: PasswordAccount[] = [{ actor: 'admin', role: 'manager', passwordHash: managerHash }];
  if (viewerFile !== undefined) {
    accounts.push({ actor: 'viewer', role: 'viewer', passwordHash: await hashOfFile(viewerFile) });
  }
  const hint = made === null ? 'The password is in the file that the server was started with.' : made.hint;
  return { signIn: signInFor(data, accounts, hint), notice: made?.notice ?? null, passwordFile: made?.shownIn ?? null };
}

async function storedHash(data: DataFolder, isShown: boolean) {
  const file = hashFileOf(data);
  const stored = await readFile(file, 'utf8').catch(ignoreMissing);
  const shownIn = join(data.path, 'first-password');
  if (stored !== null) {
    return {
      hash: stored.trim(),
      notice: null,
      shownIn: null,
      hint: existsSync(shownIn) ? hintOfFile : hintOfTerminal,
    };
  }
  const password = newPassword();
  // Before it is good for anything: one that nobody could read would be the password all the same.
  if (!isShown) await writeFile(shownIn, `${password}\n`, { mode: 0o600 });
  const hash = await hashPassword(password);
  await writeFile(file, `${hash}\n`, { mode: 0o600 });
  const notice = isShown
    ? `Password (shown only this once): ${password}`
    : `Password: in ${shownIn} (keep it elsewhere and delete the file)`;
  return { hash, notice, shownIn: isShown ? null : shownIn, hint: isShown ? hintOfTerminal : hintOfFile };
}

function newPassword(): string {
  return Array.from({ length: groups }, () => randomBytes(bytesPerGroup).toString('hex')).join('-');
}

async function hashOfFile(file: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    const problem = (await readProblem(file)) ?? String(cause);
    throw new StartError(`the password file ${file} cannot be read: ${problem}`, { cause });
  }
  const password = text.split(/\r?\n/, 1)[0] ?? '';
  if (password.length >= minLength) return hashPassword(password);
  throw new StartError(`the password in ${file} needs at least ${minLength} characters`);
}

function signInFor(data: DataFolder, accounts: readonly PasswordAccount[], hint: string): PasswordSignIn {
  try {
    return createPasswordSignIn({ accounts, hint });
  } catch (cause) {
    throw new StartError(`${hashFileOf(data)} is damaged: delete it, and the next start makes a new password`, {
      cause,
    });
  }
}

function hashFileOf({ path }: DataFolder): string {
  return join(path, 'dashboard-password');
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
