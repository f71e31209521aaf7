import type { Random } from '@platen/cli/bench';
import { dayAlone, dayMs, movements, printed, texts } from './account-movements.ts';
import { businessDocument } from './business-document.ts';
import { dateForms, everydaySum, type Notation, printSum } from './notation.ts';
import { amount, day, left, right, row, section, word } from './printed-parts.ts';
import type { Statement } from './statement-page.ts';
import { french, german } from './statement-texts.ts';

/** French: no column of balances; the old and the new one are in that of credits, the sums of both sides above the new. */
function balanceAmongCredits(random: Random): Statement {
  const notation: Notation = { decimal: ',', group: ' ', date: dateForms.dottedPair };
  const opening = random.integer(900_000, 4_000_000);
  const own = movements(random, random.pick([9, 22, 46]), opening);
  const side = (cents: number, of: 1 | -1) => (Math.sign(cents) === of ? amount(Math.abs(cents), notation) : null);
  const sum = (of: 1 | -1) =>
    own.reduce((total, { cents }) => total + (Math.sign(cents) === of ? Math.abs(cents) : 0), 0);
  const rows = own.map(({ at, cents }, index) =>
    row([
      dayAlone(at, notation),
      texts([`${random.pick(french.bookings)} ${1000 + index}`, ...french.more.slice(0, random.integer(0, 2))]),
      dayAlone(at, notation),
      side(cents, -1),
      side(cents, 1),
    ]),
  );
  const columns = [
    left('Date', 48),
    left('Nature des opérations', 240),
    left('Valeur', 48),
    right('Débit', 80),
    right('Crédit', 80),
  ];
  return businessDocument(
    'balance-among-credits',
    'Relevé de compte',
    {
      columns,
      rows: [
        row([null, word('SOLDE CREDITEUR AU 30.04.2024'), null, null, amount(opening, notation)], 'total'),
        ...rows,
        row([null, word('TOTAL DES OPERATIONS'), null, amount(sum(-1), notation), amount(sum(1), notation)], 'total'),
        row(
          [null, word('SOLDE CREDITEUR AU 31.05.2024'), null, null, amount(own.at(-1)?.balance ?? opening, notation)],
          'total',
        ),
      ],
      hasSums: false,
    },
    random,
  );
}

/** Of banks that print the codes and accounts of those paid, of nine and twenty figures, before the amounts. */
function paymentOrders(random: Random): Statement {
  const notation: Notation = { decimal: '.', group: ' ', date: dateForms.dotted };
  const own = movements(random, random.pick([7, 16, 34]), random.integer(900_000, 4_000_000));
  const rows = own.map(({ at, cents }, index) => {
    const account = `4070281${random.integer(1_000_000, 9_999_999)}${random.integer(100_000, 999_999)}`;
    return row([
      day(at, notation),
      { lines: [`${100 + index}`], value: 100 + index },
      word(`04${random.integer(1_000_000, 9_999_999)}`),
      word(account),
      cents < 0 ? amount(-cents, notation) : null,
      cents > 0 ? amount(cents, notation) : null,
      texts([`Payment under contract ${1000 + index}`, ...(random.chance(0.5) ? ['incl. VAT 20%'] : [])]),
    ]);
  });
  const sum = (of: 1 | -1) =>
    own.reduce((total, { cents }) => total + (Math.sign(cents) === of ? Math.abs(cents) : 0), 0);
  const total = row(
    [null, null, null, word('Turnover'), amount(sum(-1), notation), amount(sum(1), notation), null],
    'total',
  );
  const columns = [
    left('Date', 50),
    left('No.', 28),
    left('Bank', 52),
    left('Account', 100),
    right('Debit', 68),
    right('Credit', 68),
    left('Purpose', 135),
  ];
  return businessDocument(
    'payment-orders',
    'Statement of the account',
    { columns, rows: [...rows, total], hasSums: true },
    random,
    { font: random.pick(['sans', 'serif']) },
  );
}

/** What interest was taken on: each balance with its days and the numbers of these on two sides. */
function interestDays(random: Random): Statement {
  const notation: Notation = { decimal: ',', group: '.', date: dateForms.dotted };
  let at = Date.UTC(2024, random.integer(0, 8), 1);
  const sums = [0, 0];
  const rows = Array.from({ length: random.integer(5, 24) }, () => {
    const days = random.integer(1, 9);
    at += days * dayMs;
    const cents = random.integer(-900_000, 1_800_000);
    const number = Math.round((Math.abs(cents) * days) / 10_000);
    const side = cents < 0 ? 0 : 1;
    sums[side] = (sums[side] ?? 0) + number;
    const cells = [0, 1].map((own) => (own === side ? amount(number, notation, 0) : null));
    return row([day(at, notation), printed(cents, notation, 'trailing'), amount(days, notation, 0), ...cells]);
  });
  const total = row([word('Summe'), null, null, ...sums.map((sum) => amount(sum, notation, 0))], 'total');
  const columns = [
    left('Wert', 90),
    right('Saldo EUR', 110),
    right('Tage', 60),
    right(['Zinszahlen', 'Soll'], 90),
    right(['Zinszahlen', 'Haben'], 90),
  ];
  return businessDocument('interest-days', 'Zinsstaffel', { columns, rows: [...rows, total], hasSums: false }, random);
}

/** The cards of several people on one account, each under its number with its sum; what was paid abroad with its rate below. */
function cardHolders(random: Random): Statement {
  const notation: Notation = { decimal: ',', group: "'", date: dateForms.shortDotted };
  const cards = Array.from({ length: random.integer(2, 4) }, (_, card) => {
    let at = Date.UTC(2024, 4, 1 + card);
    let sum = 0;
    const rows = Array.from({ length: random.integer(3, 16) }, (__, index) => {
      at += random.pick([0, 1, 2]) * dayMs;
      const cents = random.chance(0.1) ? -everydaySum(random) : everydaySum(random);
      sum += cents;
      const abroad = random.chance(0.3)
        ? [
            `USD ${printSum(Math.abs(cents) + 311, notation)} Kurs 1,0${random.integer(100, 999)}`,
            'Bearbeitungsgebühr 1,5 %',
          ]
        : [];
      return row([
        day(at, notation),
        day(at + dayMs, notation),
        texts([`${random.pick(german.bookings)} ${card}${100 + index}`, ...abroad]),
        printed(cents, notation, 'trailing'),
      ]);
    });
    const name = `Karte 5424 xxxx xxxx ${1200 + card}`;
    return {
      rows: [
        section(name, 4),
        ...rows,
        row([null, null, word(`Total ${name}`), printed(sum, notation, 'trailing')], 'total'),
      ],
      sum,
    };
  });
  const all = cards.reduce((total, { sum }) => total + sum, 0);
  const columns = [left('Einkauf', 60), left('Verbucht', 60), left('Bezeichnung', 270), right('Betrag CHF', 95)];
  return businessDocument(
    'card-holders',
    'Monatsrechnung',
    {
      columns,
      rows: [
        ...cards.flatMap(({ rows }) => rows),
        row([null, null, word('Rechnungstotal'), printed(all, notation, 'trailing')], 'total'),
      ],
      hasSums: true,
    },
    random,
  );
}

/** Sheets of accounts and cards whose balances, rates and account numbers are in places of their own. */
export const accountSheetLayouts = [balanceAmongCredits, paymentOrders, interestDays, cardHolders] as const;
