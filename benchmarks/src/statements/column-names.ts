import type { ColumnKey } from './bank-layouts.ts';

/** What a language calls the columns of a statement: one of these for each, in one line or two. */
export type Names = Readonly<
  Record<
    Exclude<ColumnKey, 'side' | 'reference' | 'days' | 'cleared' | 'charge'>,
    readonly [readonly string[], ...(readonly string[])[]]
  >
>;

export const englishNames: Names = {
  date: [['Date'], ['Posted'], ['Transaction', 'date'], ['Booking date']],
  'value-date': [['Value date'], ['Value', 'date'], ['Eff. date']],
  code: [['Ref'], ['Voucher'], ['Type']],
  cheque: [['Cheque no.'], ['Cheque'], ['Check', 'number']],
  number: [['No.'], ['#']],
  text: [['Description'], ['Details'], ['Particulars'], ['Transaction'], ['Narrative']],
  debit: [['Debit'], ['Paid out'], ['Withdrawals'], ['Money', 'out'], ['Payments'], ['Withdrawal', '(Dr)']],
  credit: [['Credit'], ['Paid in'], ['Deposits'], ['Money', 'in'], ['Receipts'], ['Deposit', '(Cr)']],
  amount: [['Amount'], ['Amount', '(USD)'], ['Value']],
  balance: [['Balance'], ['Running', 'balance'], ['Balance (£)'], ['Account balance']],
};

export const germanNames: Names = {
  date: [['Datum'], ['Buchungstag'], ['Buchung']],
  'value-date': [['Wert'], ['Valuta'], ['Wertstellung']],
  code: [['Beleg'], ['PNr.']],
  cheque: [['Scheck-Nr.']],
  number: [['Nr.'], ['Lfd.']],
  text: [['Verwendungszweck'], ['Vorgang'], ['Text'], ['Buchungstext']],
  debit: [['Soll'], ['Belastung'], ['Ausgang EUR'], ['Lastschrift']],
  credit: [['Haben'], ['Gutschrift'], ['Eingang EUR']],
  amount: [['Betrag'], ['Umsatz EUR'], ['Betrag', 'in EUR']],
  balance: [['Saldo'], ['Kontostand'], ['Saldo EUR']],
};

export const frenchNames: Names = {
  date: [['Date'], ['Date', 'opération']],
  'value-date': [['Valeur'], ['Date', 'valeur']],
  code: [['Pièce']],
  cheque: [['N° chèque']],
  number: [['N°']],
  text: [['Libellé'], ["Nature de l'opération"], ['Opération']],
  debit: [['Débit'], ['Débit (EUR)'], ['Sorties']],
  credit: [['Crédit'], ['Crédit (EUR)'], ['Entrées']],
  amount: [['Montant']],
  balance: [['Solde'], ['Solde (EUR)']],
};

export const spanishNames: Names = {
  date: [['Fecha'], ['F. operación']],
  'value-date': [['F. valor'], ['Valor']],
  code: [['Doc.']],
  cheque: [['Cheque']],
  number: [['N°']],
  text: [['Concepto'], ['Descripción']],
  debit: [['Cargo'], ['Debe'], ['Cargos']],
  credit: [['Abono'], ['Haber'], ['Abonos']],
  amount: [['Importe']],
  balance: [['Saldo']],
};

export const italianNames: Names = {
  date: [['Data'], ['Data', 'operazione']],
  'value-date': [['Valuta'], ['Data valuta']],
  code: [['Causale']],
  cheque: [['Assegno']],
  number: [['N.']],
  text: [['Descrizione'], ['Descrizione operazioni']],
  debit: [['Dare'], ['Addebiti'], ['Uscite']],
  credit: [['Avere'], ['Accrediti'], ['Entrate']],
  amount: [['Importo']],
  balance: [['Saldo']],
};

export const portugueseNames: Names = {
  date: [['Data'], ['Data', 'mov.'], ['Data lanç.']],
  'value-date': [['Data valor'], ['Data', 'valor']],
  code: [['Doc.']],
  cheque: [['Cheque']],
  number: [['N.º']],
  text: [['Descrição'], ['Descritivo'], ['Histórico']],
  debit: [['Débito'], ['Saídas'], ['Débitos']],
  credit: [['Crédito'], ['Entradas'], ['Créditos']],
  amount: [['Montante'], ['Valor'], ['Importância']],
  balance: [['Saldo'], ['Saldo', 'contabilístico']],
};

export const dutchNames: Names = {
  date: [['Datum'], ['Boekdatum']],
  'value-date': [['Rentedatum'], ['Valuta']],
  code: [['Code']],
  cheque: [['Cheque']],
  number: [['Nr.']],
  text: [['Omschrijving'], ['Naam / omschrijving']],
  debit: [['Af'], ['Bedrag af'], ['Debet']],
  credit: [['Bij'], ['Bedrag bij'], ['Credit']],
  amount: [['Bedrag'], ['Bedrag', 'EUR']],
  balance: [['Saldo'], ['Saldo na boeking']],
};

/** As printers without the letters of the language have them. */
export const polishNames: Names = {
  date: [['Data'], ['Data', 'operacji'], ['Data ks.']],
  'value-date': [['Data', 'waluty'], ['Data waluty']],
  code: [['Kod']],
  cheque: [['Czek nr']],
  number: [['Lp.']],
  text: [['Opis operacji'], ['Szczególy']],
  debit: [['Obciazenia'], ['Wyplaty'], ['Wn']],
  credit: [['Uznania'], ['Wplaty'], ['Ma']],
  amount: [['Kwota'], ['Kwota', 'operacji']],
  balance: [['Saldo'], ['Saldo po', 'operacji']],
};

export const swedishNames: Names = {
  date: [['Datum'], ['Bokföringsdag'], ['Bokf.dag']],
  'value-date': [['Valutadag'], ['Transdag']],
  code: [['Ref.']],
  cheque: [['Check']],
  number: [['Nr']],
  text: [['Text'], ['Specifikation']],
  debit: [['Uttag'], ['Ut'], ['Debet']],
  credit: [['Insättning'], ['In'], ['Kredit']],
  amount: [['Belopp'], ['Belopp', 'SEK']],
  balance: [['Saldo'], ['Behållning']],
};
