/**
 * English, German, French, Spanish, Italian, Portuguese, Dutch, Polish (as in dates, and without its letters), Swedish,
 * Danish and Norwegian.
 */
const names = [
  'jan january januar jänner janvier janv enero ene januari gennaio gen janeiro sty stycznia styczeń styczen',
  'feb febr february februar februari février févr fév febrero febbraio fevereiro fev lut lutego luty',
  'mar march märz mär mrz mars marzo maart mrt março mar marca marzec marts',
  'apr april avril avr abril abr aprile kwi kwietnia kwiecień kwiecien',
  'may mai mayo mei maggio mag maio maj maja',
  'jun june juni juin junio giugno giu junho cze czerwca czerwiec',
  'jul july juli juillet juil julio luglio lug julho lip lipca lipiec',
  'aug august août aoû agosto ago augustus augusti sie sierpnia sierpień sierpien',
  'sep sept sett september septembre septiembre settembre set setembro wrz września wrzesnia wrzesień wrzesien',
  'oct october oktober octobre octubre okt ottobre ott outubro out paź paz października pazdziernika październik',
  'nov november novembre noviembre novembro lis listopada listopad',
  'dec december dezember décembre déc diciembre dic dez dicembre dezembro gru grudnia grudzień grudzien desember',
];
const months = new Map(names.flatMap((own, index) => own.split(' ').map((name) => [name, index + 1] as const)));

/** The number of a month by its name or what is short for it, from 1; 0 for any other word. */
export function monthNamed(name: string): number {
  return months.get(name.toLowerCase()) ?? 0;
}

/** The source of a pattern for the name of a month or what is short for it, with or without its point. */
export const monthPattern = `(?:${names.flatMap((own) => own.split(' ')).join('|')})(?!\\p{L})\\.?`;
