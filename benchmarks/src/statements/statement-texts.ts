/** Words of bookings by language, and the names of the columns and rows around them. */
export interface Wording {
  readonly bookings: readonly [string, ...string[]];
  readonly more: readonly [string, ...string[]];
  readonly opening: string;
  readonly closing: string;
  readonly total: string;
  readonly carried: string;
  readonly brought: string;
}

export const english: Wording = {
  bookings: [
    'CARD PAYMENT TO HOLLIN STORES',
    'DIRECT DEBIT AVON WATER',
    'TRANSFER FROM R OKAFOR',
    'CASH WITHDRAWAL HIGH STREET',
    'Standing order rent',
    'Online purchase Quayside Books',
    'Interest',
    'FASTER PAYMENT INVOICE 4471',
    'Refund Larch & Co',
  ],
  more: ['REF 99213', 'MANDATE NO 7712', 'ROAD', '4471', 'MARCH', 'VIA MOBILE'],
  opening: 'Opening balance',
  closing: 'Closing balance',
  total: 'Total',
  carried: 'Balance carried forward',
  brought: 'Balance brought forward',
};

export const german: Wording = {
  bookings: ['SEPA-Lastschrift', 'Kartenzahlung', 'Dauerauftrag', 'Überweisung', 'Gutschrift', 'Bargeldauszahlung'],
  more: [
    'Stadtwerke Musterau',
    'Buchhandlung Lesezeit',
    'Rechnung 2024-118',
    'Mandat T-441-0098',
    'Hausverwaltung Kern & Partner',
    'Gehalt Mai',
  ],
  opening: 'Kontostand am 30.04.2024',
  closing: 'Neuer Kontostand',
  total: 'Summe',
  carried: 'Übertrag auf Folgeseite',
  brought: 'Übertrag von Vorseite',
};

export const french: Wording = {
  bookings: [
    'VIREMENT SEPA DUPONT',
    'PRLV EDF CLIENTS',
    'CARTE 12/05 BOULANGERIE',
    'RETRAIT DAB LYON',
    'CHEQUE 1188223',
    'VIR SALAIRE',
  ],
  more: ['REF 00412', 'MOTIF LOYER', 'MANDAT 88112'],
  opening: 'Solde précédent',
  closing: 'Nouveau solde',
  total: 'Total des mouvements',
  carried: 'Solde à reporter',
  brought: 'Report du solde',
};

export const spanish: Wording = {
  bookings: [
    'RECIBO LUZ NORTE',
    'TRANSFERENCIA DE M RUIZ',
    'COMPRA TARJETA MERCADO',
    'Nómina',
    'CAJERO PLAZA MAYOR',
    'Comisión',
  ],
  more: ['REF 7741', 'CONCEPTO ALQUILER', 'MANDATO 00912'],
  opening: 'Saldo anterior',
  closing: 'Saldo final',
  total: 'Total movimientos',
  carried: 'Suma y sigue',
  brought: 'Saldo de la hoja anterior',
};

export const italian: Wording = {
  bookings: [
    'BONIFICO A VOSTRO FAVORE',
    'PAGAMENTO POS LIBRERIA',
    'ADDEBITO SDD ACQUA',
    'Stipendio',
    'PRELIEVO SPORTELLO',
    'Canone',
  ],
  more: ['RIF 4410', 'CAUSALE AFFITTO', 'MANDATO 2281'],
  opening: 'Saldo iniziale',
  closing: 'Saldo finale',
  total: 'Totale movimenti',
  carried: 'A riportare',
  brought: 'Riporto',
};

export const portuguese: Wording = {
  bookings: [
    'TRF DE M ALMEIDA',
    'COMPRA MERCADO CENTRAL',
    'DD AGUAS DO NORTE',
    'Ordenado',
    'LEVANTAMENTO MB',
    'Comissão',
  ],
  more: ['REF 77120', 'RENDA MAIO', 'MANDATO 10442'],
  opening: 'Saldo inicial',
  closing: 'Saldo final',
  total: 'Total de movimentos',
  carried: 'A transportar',
  brought: 'Transporte',
};

export const dutch: Wording = {
  bookings: [
    'SEPA Incasso Waterbedrijf',
    'Betaalautomaat Bakkerij',
    'Overboeking J de Wit',
    'Salaris',
    'Geldopname',
    'iDEAL',
  ],
  more: ['Kenmerk 881204', 'Huur mei', 'Machtiging 4471'],
  opening: 'Beginsaldo',
  closing: 'Eindsaldo',
  total: 'Totaal',
  carried: 'Over te brengen saldo',
  brought: 'Overgebracht saldo',
};

export const polish: Wording = {
  bookings: [
    'PRZELEW WYCHODZACY',
    'PLATNOSC KARTA SKLEP',
    'WYPLATA Z BANKOMATU',
    'Wynagrodzenie',
    'ZLECENIE STALE CZYNSZ',
    'Prowizja',
  ],
  more: ['REF 00871', 'TYTUL FAKTURA 118', 'ODBIORCA WODOCIAGI'],
  opening: 'Saldo poczatkowe',
  closing: 'Saldo koncowe',
  total: 'Suma obrotów',
  carried: 'Do przeniesienia',
  brought: 'Z przeniesienia',
};

export const swedish: Wording = {
  bookings: ['Kortköp Livsmedel', 'Autogiro Vattenverket', 'Överföring A Lind', 'Lön', 'Bankomatuttag', 'Swish'],
  more: ['Ref 4410', 'Hyra maj', 'OCR 7712'],
  opening: 'Ingående saldo',
  closing: 'Utgående saldo',
  total: 'Summa',
  carried: 'Transport till nästa sida',
  brought: 'Transport från föregående sida',
};

export const goods = [
  'Hexagon bolt M8',
  'Grease cartridge',
  'Labour, fitting',
  'Drive belt',
  'Filter set',
  'Bearing 6204',
  'Site visit',
  'Copper pipe 15 mm',
  'Seal kit',
  'Training booklet',
] as const;
export const lines = [
  'Product revenue',
  'Service revenue',
  'Cost of goods sold',
  'Research and development',
  'Selling expenses',
  'Administrative expenses',
  'Depreciation',
  'Interest expense',
  'Rent',
  'Insurance',
  'Bank charges',
  'Repairs',
] as const;

export const accounts = [
  'Sales',
  'Sales returns',
  'Purchases',
  'Carriage inwards',
  'Wages and salaries',
  'Rent and rates',
  'Light and heat',
  'Motor expenses',
  'Office equipment',
  'Depreciation of equipment',
  'Trade receivables',
  'Trade payables',
  'VAT control account',
  'Bank current account',
  'Petty cash',
  'Loan from director',
  'Share capital',
  'Retained earnings',
  'Insurance',
  'Bad debts written off',
  'Discounts allowed',
  'Discounts received',
  'Suspense account',
] as const;

export const customers = [
  'Abbott Timber',
  'Brackley Foods Ltd',
  'Carr & Sons',
  'Dunmore Council',
  'Eastgate Dental',
  'Farrow Logistics',
  'Greenhall School',
  'Hythe Marine',
  'Ibbotson Farm',
  'Jarrow Print Works',
  'Kestrel Coaches',
  'Lowther Estates',
  'Marsh & Vale',
  'Northside Cycles',
] as const;
