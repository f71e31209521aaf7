import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RateLimiter, SignInStore } from '@platen/core';
import { readProblem } from '@platen/core/fs';
import {
  createPasswordSignIn,
  hashPassword,
  type PasswordAccount,
  type PasswordSignIn,
  verifyPassword,
} from '@platen/dashboard';
import type { DataFolder } from '@platen/host/data-folder';
import { StartError } from '@platen/host/folder-problem';

/** Where passwords come from. */
export interface PasswordSettings {
  /** Files that hold a password in their first line; undefined for the one made at the first start, and for none. */
  readonly managerFile: string | undefined;
  readonly viewerFile: string | undefined;
}

/** What nodes behind a balancer share, so that whoever signs in at one of them is known to all. */
export interface SharedSignIns {
  readonly signIns: SignInStore;
  readonly rateLimiter: RateLimiter;
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
const hintOfNode =
  'The first password is in the file first-password in the data folder of the node that started first, or was shown in its terminal. If it is lost, start the nodes with --dashboard-password-file.';
const hintOfTerminal =
  'The password was shown in the terminal when the server first started. If it is lost, delete the file dashboard-password in its data folder: the next start generates a new one.';

/**
 * The passwords of the dashboard, the first of them made when there is none. Only a terminal is shown it: what a service
 * prints is kept in logs, so there it goes into a file that only its owner may read. Kept is a hash: in the data folder,
 * or where all nodes have it.
 */
export async function openDashboard(
  data: DataFolder,
  { managerFile, viewerFile }: PasswordSettings,
  isShown: boolean,
  shared: SharedSignIns | null,
): Promise<DashboardAccess> {
  const roles = [
    { actor: 'admin', role: 'manager', file: managerFile },
    { actor: 'viewer', role: 'viewer', file: viewerFile },
  ] as const;
  const accounts: PasswordAccount[] = [];
  let made: MadePassword | null = null;
  for (const { actor, role, file } of roles) {
    if (file !== undefined) {
      accounts.push({ actor, role, passwordHash: await hashOfFile(file, { actor, role }, shared) });
    } else if (role === 'manager') {
      made = shared === null ? await storedHash(data, isShown) : await sharedHash(data, isShown, shared);
      accounts.push({ actor, role, passwordHash: made.hash });
    }
  }
  const hint = made === null ? 'The password is in the file that the server was started with.' : made.hint;
  return {
    signIn: signInFor(data, accounts, hint, shared),
    notice: made?.notice ?? null,
    passwordFile: made?.shownIn ?? null,
  };
}

interface MadePassword {
  readonly hash: string;
  readonly hint: string;
  /** Null for one that was made before. */
  readonly notice: string | null;
  readonly shownIn: string | null;
}

async function storedHash(data: DataFolder, isShown: boolean): Promise<MadePassword> {
  const file = hashFileOf(data);
  const stored = await readFile(file, 'utf8').catch(ignoreMissing);
  if (stored !== null) {
    return {
      hash: stored.trim(),
      notice: null,
      shownIn: null,
      hint: existsSync(shownFileOf(data)) ? hintOfFile : hintOfTerminal,
    };
  }
  const { hash, notice, shownIn } = await makePassword(data, isShown);
  await writeFile(file, `${hash}\n`, { mode: 0o600 });
  return { hash, notice, shownIn, hint: isShown ? hintOfTerminal : hintOfFile };
}

/** Of nodes that start together one makes the password. */
async function sharedHash(data: DataFolder, isShown: boolean, { signIns }: SharedSignIns): Promise<MadePassword> {
  const known = await signIns.findAccount('admin');
  const nothingNew = { hint: hintOfNode, notice: null, shownIn: null };
  if (known !== null) return { ...nothingNew, hash: known.passwordHash };
  const made = await makePassword(data, isShown);
  const { passwordHash } = await signIns.addAccount({ actor: 'admin', role: 'manager', passwordHash: made.hash });
  if (passwordHash === made.hash) return { ...made, hint: hintOfNode };
  if (made.shownIn !== null) await rm(made.shownIn, { force: true });
  return { ...nothingNew, hash: passwordHash };
}

async function makePassword(data: DataFolder, isShown: boolean): Promise<Omit<MadePassword, 'hint'>> {
  const password = newPassword();
  const shownIn = shownFileOf(data);
  // Before it is good for anything: one that nobody could read would be the password all the same.
  if (!isShown) await writeFile(shownIn, `${password}\n`, { mode: 0o600 });
  const notice = isShown
    ? `Password (shown only this once): ${password}`
    : `Password: in ${shownIn} (store it elsewhere, then delete the file)`;
  return { hash: await hashPassword(password), notice, shownIn: isShown ? null : shownIn };
}

function newPassword(): string {
  return Array.from({ length: groups }, () => randomBytes(bytesPerGroup).toString('hex')).join('-');
}

/** The hash of the password in a file. Nodes that share sign-ins have the same; another password ends the sessions of the last one. */
async function hashOfFile(
  file: string,
  { actor, role }: Pick<PasswordAccount, 'actor' | 'role'>,
  shared: SharedSignIns | null,
): Promise<string> {
  const password = await passwordOfFile(file);
  const known = (await shared?.signIns.findAccount(actor)) ?? null;
  if (known?.role === role && (await verifyPassword(password, known.passwordHash))) return known.passwordHash;
  const passwordHash = await hashPassword(password);
  await shared?.signIns.saveAccount({ actor, role, passwordHash });
  return passwordHash;
}

async function passwordOfFile(file: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    const problem = (await readProblem(file)) ?? String(cause);
    throw new StartError(`the password file ${file} cannot be read: ${problem}`, { cause });
  }
  const password = text.split(/\r?\n/, 1)[0] ?? '';
  if (password.length >= minLength) return password;
  throw new StartError(`the password in ${file} needs at least ${minLength} characters`);
}

function signInFor(
  data: DataFolder,
  accounts: readonly PasswordAccount[],
  hint: string,
  shared: SharedSignIns | null,
): PasswordSignIn {
  try {
    const { signIns: store, rateLimiter } = shared ?? {};
    return createPasswordSignIn({
      accounts,
      hint,
      ...(store === undefined ? {} : { store }),
      ...(rateLimiter === undefined ? {} : { rateLimiter }),
    });
  } catch (cause) {
    throw new StartError(`${hashFileOf(data)} is damaged: delete it, and the next start generates a new password`, {
      cause,
    });
  }
}

function shownFileOf({ path }: DataFolder): string {
  return join(path, 'first-password');
}

function hashFileOf({ path }: DataFolder): string {
  return join(path, 'dashboard-password');
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
