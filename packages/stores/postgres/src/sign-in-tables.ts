import type { SignInAccount, SignInStore } from '@platen/core';
import { nowMs, type Transact } from './transactions.ts';

interface AccountRow {
  readonly actor: string;
  readonly role: string;
  readonly password_hash: string;
}

/** A page asks several times a minute: what is known of the last use may be this old. */
const seenStepMs = 60_000;

/** Accounts and sessions of a dashboard: a few rows of either. */
export function createSignInTables(transact: Transact): SignInStore {
  const accounts = 'SELECT actor, role, password_hash FROM sign_in_accounts WHERE actor = $1';

  return {
    addAccount: (account) =>
      transact(async (sql) => {
        const { actor, role, passwordHash } = account;
        await sql.run('INSERT INTO sign_in_accounts VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
          actor,
          role,
          passwordHash,
        ]);
        const row = await sql.first<AccountRow>(accounts, [actor]);
        return row === undefined ? account : toAccount(row);
      }),

    async saveAccount({ actor, role, passwordHash }) {
      await transact(async (sql) => {
        sql.send(
          `INSERT INTO sign_in_accounts VALUES ($1, $2, $3)
           ON CONFLICT (actor) DO UPDATE SET role = excluded.role, password_hash = excluded.password_hash`,
          [actor, role, passwordHash],
        );
        await sql.run('DELETE FROM sign_in_sessions WHERE actor = $1 AND password_hash <> $2', [actor, passwordHash]);
      });
    },

    async findAccount(actor) {
      const row = await transact((sql) => sql.first<AccountRow>(accounts, [actor]));
      return row === undefined ? null : toAccount(row);
    },

    async beginSession({ id, actor, passwordHash }, maxSessions) {
      await transact(async (sql) => {
        sql.send(`INSERT INTO sign_in_sessions VALUES ($1, $2, $3, ${nowMs}, ${nowMs})`, [id, actor, passwordHash]);
        await sql.run(
          `DELETE FROM sign_in_sessions WHERE id IN (
             SELECT id FROM sign_in_sessions ORDER BY id = $2 DESC, seen_at DESC OFFSET $1 FOR UPDATE SKIP LOCKED
           )`,
          // Of sessions that were seen in one millisecond, it is not this one that goes.
          [maxSessions, id],
        );
      });
    },

    findSession: (id, { idleMs, maxAgeMs }) =>
      transact(async (sql) => {
        const row = await sql.first<AccountRow & { is_over: boolean; is_old: boolean }>(
          `SELECT accounts.actor, role, password_hash,
             seen_at <= now.at - $2::bigint OR began_at <= now.at - $3::bigint AS is_over, seen_at <= now.at - least(${seenStepMs}, $2::bigint / 10) AS is_old
           FROM (SELECT ${nowMs} AS at OFFSET 0) AS now, sign_in_sessions
             JOIN sign_in_accounts AS accounts USING (actor, password_hash) WHERE id = $1`,
          [id, idleMs, maxAgeMs],
        );
        if (row === undefined) return null;
        if (row.is_over) {
          sql.send('DELETE FROM sign_in_sessions WHERE id = $1', [id]);
          return null;
        }
        if (row.is_old) sql.send(`UPDATE sign_in_sessions SET seen_at = ${nowMs} WHERE id = $1`, [id]);
        return toAccount(row);
      }),

    async endSession(id) {
      await transact((sql) => sql.run('DELETE FROM sign_in_sessions WHERE id = $1', [id]));
    },
  };
}

function toAccount({ actor, role, password_hash: passwordHash }: AccountRow): SignInAccount {
  return { actor, role, passwordHash };
}
