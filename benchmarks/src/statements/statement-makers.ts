import type { Random } from '@platen/cli/bench';
import { accountBookLayouts } from './account-book-layouts.ts';
import { incomeStatement, invoice, payslip } from './account-layouts.ts';
import { accountSheetLayouts } from './account-sheet-layouts.ts';
import { accountingLayouts } from './accounting-layouts.ts';
import { agedDebts, trialBalance } from './balance-layouts.ts';
import { bankLayouts } from './bank-layouts.ts';
import { bankStatement } from './bank-statement.ts';
import { branchBankLayouts } from './branch-bank-layouts.ts';
import { businessLayouts } from './business-layouts.ts';
import { composedKinds, composedStatement } from './composed-layouts.ts';
import { counterBankLayouts } from './counter-bank-layouts.ts';
import { passbookLayouts } from './passbook-layouts.ts';
import { paymentServiceLayouts } from './payment-service-layouts.ts';
import { printoutLayouts } from './printout-layouts.ts';
import { registerLayouts } from './register-layouts.ts';
import { reportLayouts } from './report-layouts.ts';
import type { Statement } from './statement-page.ts';
import { tradeLayouts } from './trade-layouts.ts';
import { worldBankLayouts } from './world-bank-layouts.ts';
import { worldBookLayouts } from './world-book-layouts.ts';
import { worldTradeLayouts } from './world-trade-layouts.ts';

/** What makes a document of each layout; one in four in a layout composed for the document alone. */
export const statementMakers: readonly ((random: Random) => Statement)[] = [
  ...bankLayouts.map((layout) => (random: Random) => bankStatement(layout, random)),
  invoice,
  incomeStatement,
  payslip,
  trialBalance,
  agedDebts,
  ...businessLayouts,
  ...registerLayouts,
  ...worldBankLayouts,
  ...branchBankLayouts,
  ...worldBookLayouts,
  ...worldTradeLayouts,
  ...paymentServiceLayouts,
  ...accountingLayouts,
  ...printoutLayouts,
  ...accountBookLayouts,
  ...tradeLayouts,
  ...passbookLayouts,
  ...accountSheetLayouts,
  ...counterBankLayouts,
  ...reportLayouts,
  ...Array.from({ length: 7 }, () => composedKinds)
    .flat()
    .map((kind) => (random: Random) => composedStatement(kind, random)),
];

/** How many layouts there are, a composed one counted once for each kind. */
export const layoutCount =
  bankLayouts.length +
  5 +
  businessLayouts.length +
  registerLayouts.length +
  worldBankLayouts.length +
  branchBankLayouts.length +
  worldBookLayouts.length +
  worldTradeLayouts.length +
  paymentServiceLayouts.length +
  accountingLayouts.length +
  printoutLayouts.length +
  accountBookLayouts.length +
  tradeLayouts.length +
  passbookLayouts.length +
  accountSheetLayouts.length +
  counterBankLayouts.length +
  reportLayouts.length +
  composedKinds.length;
