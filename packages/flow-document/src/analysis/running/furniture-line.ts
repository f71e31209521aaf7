/** A running header or footer line as it was found on the pages. */
export interface FurnitureLine {
  readonly zone: 'header' | 'footer';
  /** Its text with digits masked. */
  readonly pattern: string;
  readonly y: number;
  readonly sizePt: number;
  readonly pages: readonly number[];
  /** The numbers it prints, the same on all pages; null where one of them counts up. */
  readonly numbers: string | null;
  /** Which of its numbers counts up with the pages, from 0; null where none does. */
  readonly pageNumberIndex: number | null;
}

/** Lines of several pages that may be one running line. */
export interface Cluster extends Pick<FurnitureLine, 'zone' | 'pattern' | 'y' | 'sizePt'> {
  readonly numbersByPage: Map<number, readonly number[]>;
  /** The pages on which it is apart from the lines below it, or above it at the foot of the page. */
  readonly apartPages: Set<number>;
  /** The pages on which it is further in than running lines are. */
  readonly deepPages: Set<number>;
  /** The pages on which it is in a row of cells whose rules go on in the body: the head of a table. */
  readonly ruledPages: Set<number>;
  readonly texts: Set<string>;
  readonly pieces: number;
}
