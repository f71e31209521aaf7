import type { Random } from '@platen/cli/bench';
import { businessDocument } from './business-document.ts';
import { dateForms, everydaySum, type Notation, printSum, withSign } from './notation.ts';
import { amount, day, left, right, row, section, word } from './printed-parts.ts';
import type { PrintedCell, PrintedColumn, PrintedRow, Statement } from './statement-page.ts';
import { accounts, customers, english, lines } from './statement-texts.ts';

const point: Notation = { decimal: '.', group: ',', date: dateForms.slashes };
const comma: Notation = { decimal: ',', group: '.', date: dateForms.dotted };
const spaced: Notation = { decimal: ',', group: '\u00a0', date: dateForms.slashes };
const notations: readonly [Notation, ...Notation[]] = [point, comma, spaced];
const dayMs = 86_400_000;
const indented = (cell: PrintedCell, depth: number): PrintedCell => ({ ...cell, shiftPt: 9 * depth });
const orNothing = (cents: number, notation: Notation) => (cents === 0 ? null : amount(cents, notation));
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const addTo = (sums: number[], values: readonly number[]) =>
  values.forEach((value, index) => {
    sums[index] = (sums[index] ?? 0) + value;
  });
const digits = (random: Random, length: number) => Array.from({ length }, () => random.integer(1, 9)).join('');

/** An account in a currency without decimals. */
function wholeYen(random: Random): Statement {
  const notation: Notation = { decimal: '.', group: ',', date: random.pick([dateForms.iso, dateForms.slashes]) };
  const sign = random.pick(['', '', '¥']);
  const yen = (units: number): PrintedCell => ({ lines: [`${sign}${printSum(units, notation, 0)}`], value: units });
  let at = Date.UTC(2024, 3, 1);
  let balance = random.integer(300_000, 9_000_000);
  const rows = [row([null, word('Brought forward'), null, null, yen(balance)])];
  for (let index = 0; index < random.pick([12, 25, 50]); index += 1) {
    at += random.pick([0, 1, 2]) * dayMs;
    const isDeposit = random.chance(0.25);
    const units = random.integer(110, 90_000);
    balance += isDeposit ? units * 3 : -units;
    const text = word(`${random.pick(['ATM', 'FURIKOMI TANAKA', 'DENKI', 'KYUYO', 'GAS', 'CARD'])} ${100 + index}`);
    rows.push(
      row([day(at, notation), text, isDeposit ? null : yen(units), isDeposit ? yen(units * 3) : null, yen(balance)]),
    );
  }
  const columns = [
    left('Date', 70),
    left('Details', 180),
    right('Withdrawal', 80),
    right('Deposit', 80),
    right('Balance', 90),
  ];
  return businessDocument('whole-yen', 'Ordinary deposit', { columns, rows, hasSums: true }, random);
}

/** Each booking in its own currency and in that of the account, with the balance in that. */
function twoCurrencies(random: Random): Statement {
  const notation = random.pick(notations);
  let at = Date.UTC(2024, 5, 3);
  let balance = random.integer(400_000, 4_000_000);
  const rows = [row([null, word('Opening balance'), null, null, amount(balance, notation)])];
  for (let index = 0; index < random.pick([10, 24, 40]); index += 1) {
    at += random.pick([0, 1, 2]) * dayMs;
    const cents = random.chance(0.2) ? everydaySum(random) * 4 : -everydaySum(random);
    balance += cents;
    const other = Math.round(cents * random.pick([1.08, 0.85, 10.9]));
    const code = random.pick(['USD', 'GBP', 'NOK']);
    const foreign = { ...amount(other, notation), lines: [`${amount(other, notation).lines[0]} ${code}`] };
    rows.push(
      row([
        day(at, notation),
        word(`${random.pick(english.bookings)} ${500 + index}`),
        random.chance(0.5) ? foreign : null,
        amount(cents, notation),
        amount(balance, notation),
      ]),
    );
  }
  const columns = [
    left('Date', 62),
    left('Transaction', 190),
    right(['Original', 'amount'], 88),
    right(['Amount', 'EUR'], 80),
    right(['Balance', 'EUR'], 85),
  ];
  return businessDocument('two-currencies', 'Multi-currency account', { columns, rows, hasSums: true }, random);
}

/** Opening balances, movements and closing balances, each on two sides, across a wide page. */
function periodTrialBalance(random: Random): Statement {
  const notation = random.pick(notations);
  const sums: number[] = [];
  const count = random.pick([9, 16, accounts.length]);
  const rows = accounts.slice(0, count).map((name, index) => {
    const opening = random.chance(0.2) ? 0 : random.integer(-9_000_000, 9_000_000);
    const debit = random.chance(0.75) ? random.integer(900, 4_000_000) : 0;
    const credit = random.chance(0.6) ? random.integer(900, 4_000_000) : 0;
    const closing = opening + debit - credit;
    const values = [
      Math.max(0, opening),
      Math.max(0, -opening),
      debit,
      credit,
      Math.max(0, closing),
      Math.max(0, -closing),
    ];
    addTo(sums, values);
    return row([
      amount(1000 + 35 * index, { ...notation, group: '' }, 0),
      word(name),
      ...values.map((value) => orNothing(value, notation)),
    ]);
  });
  const sides = (group: string): PrintedColumn[] => ['Debit', 'Credit'].map((side) => ({ ...right(side, 84), group }));
  const columns = [
    left('Account', 55),
    left('Name', 175),
    ...sides('Opening balance'),
    ...sides('Period'),
    ...sides('Closing balance'),
  ];
  const end = row([null, word('Total'), ...sums.map((value) => orNothing(value, notation))], 'total');
  return businessDocument(
    'period-trial-balance',
    'Trial balance by period',
    { columns, rows: [...rows, end], hasSums: true },
    random,
    { landscape: true, headings: random.pick(['column', 'center']) },
  );
}

/** Open invoices under the name of each customer, by age, with a sum for each. */
function ageingByDocument(random: Random): Statement {
  const notation = random.pick(notations);
  const ages = ['0-30', '31-60', '61-90', '> 90'];
  const all: number[] = [];
  let number = 70_100;
  const rows = customers.slice(0, random.integer(2, 7)).flatMap((name, at): PrintedRow[] => {
    const sums: number[] = [];
    const open = Array.from({ length: random.integer(1, 5) }, () => {
      number += random.integer(1, 30);
      const cents = random.chance(0.1) ? -random.integer(900, 40_000) : random.integer(900, 900_000);
      const age = random.integer(0, 3);
      const values = [...ages.map((_, index) => (index === age ? cents : 0)), cents];
      addTo(sums, values);
      const due = Date.UTC(2024, 4, 20) - (age * 30 + 5) * dayMs;
      return row([
        indented(word(`RE-${number}`), 1),
        day(due, notation),
        ...values.map((value) => orNothing(value, notation)),
      ]);
    });
    addTo(all, sums);
    return [
      section(`${10_400 + at} ${name}`, 7),
      ...open,
      row([word(`Total ${name}`), null, ...sums.map((value) => orNothing(value, notation))], 'total'),
    ];
  });
  const columns = [left('Document', 130), left('Due', 65), ...ages.map((age) => right(age, 62)), right('Open', 72)];
  const end = row([word('Grand total'), null, ...all.map((value) => orNothing(value, notation))], 'total');
  return businessDocument('ageing-by-document', 'Open items', { columns, rows: [...rows, end], hasSums: true }, random);
}

/** Entries in an inner column, their sums in an outer one, names indented by level. */
function nestedBalanceSheet(random: Random): Statement {
  const notation = random.pick(notations);
  const decimals = random.pick([0, 2]);
  let all = 0;
  const rows = ['Fixed assets', 'Current assets', 'Liabilities'].flatMap((name): PrintedRow[] => {
    const sign = name === 'Liabilities' ? -1 : 1;
    const own = Array.from({ length: random.integer(2, 5) }, () => sign * random.integer(9_000, 90_000_000));
    const cell = (units: number): PrintedCell => ({
      lines: [withSign(printSum(units, notation, decimals), units < 0, 'brackets')],
      value: units / 10 ** decimals,
    });
    all += total(own);
    return [
      section(name, 4),
      ...own.map((units, index) =>
        row([
          indented(word(`${lines[(index + name.length) % lines.length]} ${name[0]}${index}`), 1),
          random.chance(0.3) ? word(`Note ${index + 3}`) : null,
          cell(units),
          null,
        ]),
      ),
      row([word(`Total ${name.toLowerCase()}`), null, null, cell(total(own))], 'total'),
    ];
  });
  const cell: PrintedCell = {
    lines: [withSign(printSum(all, notation, decimals), all < 0, 'brackets')],
    value: all / 10 ** decimals,
  };
  const columns = [left('', 230), left('Note', 50), right(['2024', '£'], 95), right(['2024', '£'], 100)];
  const end = row([word('Net assets'), null, null, cell], 'total');
  return businessDocument(
    'nested-balance-sheet',
    'Balance sheet',
    { columns, rows: [...rows, end], hasSums: false },
    random,
  );
}

/** The entries of each account under its number, with its balance as it runs on and sums below. */
function generalLedger(random: Random): Statement {
  const notation = random.pick(notations);
  const sided = random.chance(0.5);
  const rows = accounts.slice(0, random.integer(2, 6)).flatMap((name, at): PrintedRow[] => {
    let balance = 50_000_000 + random.integer(0, 4_000_000);
    let [debits, credits] = [0, 0];
    const printed = (cents: number): PrintedCell => {
      const plain = amount(cents, notation);
      return sided ? { ...plain, lines: [`${plain.lines[0]} Dr`] } : plain;
    };
    const opening = row([null, null, word(`Balance brought forward ${at}`), null, null, printed(balance)]);
    const entries = Array.from({ length: random.integer(2, 9) }, (_, index) => {
      const isDebit = random.chance(0.6);
      const cents = everydaySum(random);
      balance += isDebit ? cents : -cents;
      if (isDebit) debits += cents;
      else credits += cents;
      return row([
        day(Date.UTC(2024, 6, 1 + 2 * index), notation),
        word(`JE${random.integer(1000, 9999)}`),
        word(`${random.pick(english.bookings)} ${at}${10 + index}`),
        isDebit ? amount(cents, notation) : null,
        isDebit ? null : amount(cents, notation),
        printed(balance),
      ]);
    });
    const end = row(
      [null, null, word(`Total ${name}`), orNothing(debits, notation), orNothing(credits, notation), null],
      'total',
    );
    return [section(`${4000 + 15 * at} ${name}`, 6), opening, ...entries, end];
  });
  const columns = [
    left('Date', 62),
    left('Journal', 55),
    left('Description', 185),
    right('Debit', 65),
    right('Credit', 65),
    right('Balance', 80),
  ];
  return businessDocument('general-ledger', 'General ledger', { columns, rows, hasSums: true }, random);
}

/** Purchases with the tax number, telephone and account of each supplier, which are no amounts. */
function purchaseJournal(random: Random): Statement {
  const notation = random.pick(notations);
  const sums: number[] = [];
  const rows = Array.from({ length: random.integer(6, 40) }, (_, index) => {
    const net = random.integer(900, 900_000);
    const tax = Math.round(net * 0.2);
    addTo(sums, [net, tax, net + tax]);
    return row([
      // Past the twelfth: the first days of one month are read as days of as many months, too.
      day(Date.UTC(2024, 2, 8 + index), notation),
      word(`${random.pick(customers as unknown as [string, ...string[]])} ${600 + index}`),
      word(`+33${digits(random, 9)}`),
      word(`${digits(random, 9)}`),
      word(`FR76${digits(random, 14)}`),
      amount(net, notation),
      amount(tax, notation),
      amount(net + tax, notation),
    ]);
  });
  const columns = [
    left('Date', 52),
    left('Supplier', 112),
    left('Telephone', 64),
    left('VAT reg. no.', 52),
    left('Account', 88),
    right('Net', 48),
    right('VAT', 42),
    right('Gross', 50),
  ];
  const end = row([null, word('Total'), null, null, null, ...sums.map((value) => amount(value, notation))], 'total');
  return businessDocument(
    'purchase-journal',
    'Purchase journal',
    { columns, rows: [...rows, end], hasSums: true },
    random,
  );
}

/** Accounts, ledgers and balances as countries print them. */
export const worldBookLayouts = [
  wholeYen,
  twoCurrencies,
  periodTrialBalance,
  ageingByDocument,
  nestedBalanceSheet,
  generalLedger,
  purchaseJournal,
];
